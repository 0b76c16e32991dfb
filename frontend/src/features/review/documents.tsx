import { Badge, Box, Button, Flex, Heading, HStack, Stack, Text } from '@chakra-ui/react'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failure } from '@/api/errors'
import { formatInstant } from '@/lib/dates'
import { documentKinds } from '@/entities/document/kinds'
import { verdicts } from '@/entities/document/verdicts'
import { useAskBeforeLeaving } from '@/lib/leaving'
import { CodeBadge } from '@/ui/code-badge'
import { Empty } from '@/ui/empty'
import { Labelled } from '@/ui/fields'
import { Extra } from '@/ui/extra'
import { Failure } from '@/ui/failure'
import { BackIcon, CheckIcon, FormIcon } from '@/ui/icons'
import { MasterDetail } from '@/ui/master-detail'
import { Notice } from '@/ui/notice'
import { TextArea } from '@/ui/text-area'
import { isStale, useJudge, type Case, type Document } from './api'
import type { Seen } from './seen'
import { changesOf, seenDocument, standing } from './to-review'

const viewer = () => import('./document-viewer')

interface DocumentsProps {
  found: Case
  failed: (error: unknown) => boolean
  seen: Seen
  /** The id of the one that is open. */
  chosen: string | null
  choose: (id: string | null) => void
}

/** The documents, the chosen one opened beside them, and what the operator finds in each. */
export function Documents({ found, failed, seen, chosen, choose }: DocumentsProps) {
  const { t } = useLingui()
  const { documents } = found.onboarding
  const [showsReplaced, setShowsReplaced] = useState(false)
  // By document: what is typed for one is there again after a look at another.
  const [rejections, setRejections] = useState<Readonly<Record<string, string>>>({})
  useAskBeforeLeaving(Object.values(rejections).some((reason) => reason.trim() !== ''), t`Reasons for rejecting documents`)
  const open = documents.find(({ id }) => id === chosen)
  if (documents.length === 0) {
    return (
      <Box p="4">
        <Empty icon={<FormIcon />} title={<Trans>No documents</Trans>} />
      </Box>
    )
  }
  const now = standing(found)
  const replaced = documents.filter(({ replacedAt }) => replacedAt)
  const choices = (some: Document[], label: string) => (
    <Stack as="ul" listStyleType="none" gap="1" aria-label={label}>
      {some.map((document) => (
        <li key={document.id}>
          <Choice
            document={document}
            isNew={changesOf(found)?.documents.includes(document.id) ?? false}
            isSeen={seen.has(seenDocument(document.id))}
            isOpen={document.id === chosen}
            choose={() => {
              choose(document.id)
            }}
          />
        </li>
      ))}
    </Stack>
  )
  return (
    <MasterDetail
      open={open?.id ?? null}
      detailLabel={open ? t`Document ${open.name}` : t`Document`}
      back={
        <Button
          size="sm"
          variant="ghost"
          onClick={() => {
            choose(null)
          }}
        >
          <BackIcon />
          <Trans>Back to the case</Trans>
        </Button>
      }
      list={
        <Stack gap="2">
          <Heading as="h2" textStyle="part" px="2" pt="1" hideFrom="lg">
            <Trans>Documents</Trans>
          </Heading>
          {choices(now, t`Documents`)}
          {replaced.length > 0 ? (
            <>
              <Button
                size="sm"
                variant="ghost"
                alignSelf="flex-start"
                aria-expanded={showsReplaced}
                onClick={() => {
                  setShowsReplaced(!showsReplaced)
                }}
              >
                {plural(replaced.length, { one: '# replaced document', other: '# replaced documents' })}
              </Button>
              {showsReplaced ? choices(replaced, t`Replaced documents`) : null}
            </>
          ) : null}
        </Stack>
      }
      detail={
        open ? (
          <>
            <Head
              key={open.id}
              found={found}
              document={open}
              failed={failed}
              rejection={rejections[open.id]}
              reject={(reason) => {
                setRejections(({ [open.id]: _, ...others }) => (reason === undefined ? others : { ...others, [open.id]: reason }))
              }}
            />
            <Extra
              load={viewer}
              props={{ document: open }}
              meanwhile={<Text role="status" p="4"><Trans>Opening document…</Trans></Text>}
              instead={
                <Box p="4">
                  <Notice status="error">{t`We couldn’t load the viewer. We’ll keep trying.`}</Notice>
                </Box>
              }
            />
          </>
        ) : (
          <Box p="6" m="auto" w="full" maxW="md">
            <Empty icon={<FormIcon />} title={<Trans>Choose a document to view it here.</Trans>}>
              <Trans>J and K open the next and the previous one.</Trans>
            </Empty>
          </Box>
        )
      }
    />
  )
}

interface ChoiceProps {
  document: Document
  isNew: boolean
  isSeen: boolean
  isOpen: boolean
  choose: () => void
}

function Choice({ document: { id, kind, name, replacedAt, verdict }, isNew, isSeen, isOpen, choose }: ChoiceProps) {
  return (
    <Button
      variant={isOpen ? 'subtle' : 'ghost'}
      size="sm"
      w="full"
      h="auto"
      py="2"
      px="2"
      display="block"
      textAlign="start"
      whiteSpace="normal"
      aria-pressed={isOpen}
      data-item={id}
      onClick={choose}
    >
      <Text as="span" display="block" overflowWrap="anywhere">
        {documentKinds.labelOf(kind)}
      </Text>
      <Text as="span" display="block" truncate color="fg.muted" title={name}>
        {name}
      </Text>
      <HStack as="span" gap="1" mt="1" wrap="wrap">
        {replacedAt ? <Badge><Trans>Replaced</Trans></Badge> : null}
        {isNew ? <Badge colorPalette="blue"><Trans>New</Trans></Badge> : null}
        {verdict === 'pending' && isSeen ? <Badge colorPalette="orange"><Trans>Viewed, no result yet</Trans></Badge> : <CodeBadge labels={verdicts} code={verdict} />}
      </HStack>
    </Button>
  )
}

interface HeadProps {
  found: Case
  document: Document
  failed: (error: unknown) => boolean
  /** The reason as far as it is typed, while the document is being rejected. */
  rejection: string | undefined
  reject: (reason: string | undefined) => void
}

/** What is open, and what the operator finds in it. */
function Head({ found, document, failed, rejection, reject }: HeadProps) {
  const { t } = useLingui()
  const judge = useJudge(found.id)
  const rejecting = rejection !== undefined
  const [problem, setProblem] = useState<string | undefined>()
  const may = found.allowedActions.includes('judge_documents') && !document.replacedAt
  const { kind, name, uploadedAt, verdict, verdictReason } = document
  const send = (result: Document['verdict'], why: string | null) => {
    // A second click while the first is on its way would be about a case that has changed by then.
    if (judge.isPending) return
    void judge.mutateAsync({ document: document.id, body: { version: found.onboarding.version, verdict: result, reason: why } }).then(() => {
      reject(undefined)
    }, failed)
  }
  const sendRejection = () => {
    if (!rejection?.trim()) setProblem(t`Enter a reason. The applicant will see it.`)
    else send('rejected', rejection)
  }
  return (
    <Stack gap="2" px="4" py="2">
      <Flex gap="3" justify="space-between" align="center" wrap="wrap">
        <Box minW="0" flex="1 1 12rem">
          <Text as="h2" overflowWrap="anywhere" lineClamp={2} title={name}>
            {documentKinds.labelOf(kind)}: {name}
          </Text>
          <Text textStyle="label" color="fg.muted">
            <Trans>Uploaded {formatInstant(uploadedAt)}</Trans>
          </Text>
        </Box>
        {may && !rejecting ? (
          <HStack gap="2">
            {verdict === 'rejected' ? null : (
              <Button
                size="sm"
                variant="outline"
                colorPalette="red"
                onClick={() => {
                  reject('')
                }}
              >
                <Trans>Reject</Trans>
              </Button>
            )}
            {/* It stays where it is: a second press must not meet what stood beside it. */}
            {verdict === 'accepted' ? (
              <Button size="sm" variant="ghost" disabled>
                <CheckIcon />
                {verdicts.labelOf(verdict)}
              </Button>
            ) : (
              <Button
                size="sm"
                loading={judge.isPending}
                onClick={() => {
                  send('accepted', null)
                }}
              >
                <Trans>Accept</Trans>
              </Button>
            )}
          </HStack>
        ) : null}
      </Flex>
      {verdictReason ? (
        <Text textStyle="label" overflowWrap="anywhere" whiteSpace="pre-line">
          <Trans>Rejected: “{verdictReason}”</Trans>
        </Text>
      ) : null}
      {may && rejecting ? (
        <Stack gap="2">
          <Labelled label={t`Reason for rejection`} help={t`The applicant will see it.`} error={problem}>
            <TextArea
              rows={2}
              autoFocus
              maxLength={2000}
              value={rejection}
              onChange={(event) => {
                reject(event.target.value)
                setProblem(undefined)
              }}
            />
          </Labelled>
          <HStack>
            <Button size="sm" variant="outline" colorPalette="red" loading={judge.isPending} onClick={sendRejection}>
              <Trans>Reject document</Trans>
            </Button>
            <Button
              size="sm"
              variant="ghost"
              onClick={() => {
                reject(undefined)
              }}
            >
              <Trans>Cancel</Trans>
            </Button>
          </HStack>
        </Stack>
      ) : null}
      {judge.isError && !isStale(judge.error) ? <Failure {...failure(judge.error)} /> : null}
    </Stack>
  )
}
