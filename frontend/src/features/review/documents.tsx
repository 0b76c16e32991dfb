import { Badge, Box, Button, Heading, HStack, Stack, Text, Textarea } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failure } from '@/api/errors'
import { formatInstant } from '@/lib/dates'
import { documentKinds } from '@/entities/document/kinds'
import { useAskBeforeLeaving } from '@/lib/leaving'
import { CodeBadge } from '@/ui/code-badge'
import { Labelled } from '@/ui/fields'
import { Extra } from '@/ui/extra'
import { Failure } from '@/ui/failure'
import { Notice } from '@/ui/notice'
import { isStale, useJudge, type Case, type Document } from './api'
import { verdicts } from '@/entities/document/verdicts'

const viewer = () => import('./document-viewer')

/** The documents, the chosen one opened beside the answers, and what the operator finds in each. */
export function Documents({ found, failed }: { found: Case; failed: (error: unknown) => boolean }) {
  const { t } = useLingui()
  const { documents } = found.onboarding
  const [chosen, setChosen] = useState<string | null>(null)
  const open = documents.find(({ id }) => id === chosen)
  if (documents.length === 0) return <Text color="fg.muted"><Trans>No documents</Trans></Text>
  const fresh = new Set(found.since?.documents)
  return (
    <Stack gap="4">
      <Stack as="ul" listStyleType="none" gap="2" aria-label={t`Documents`}>
        {documents.map((document) => (
          <li key={document.id}>
            <Choice
              document={document}
              isNew={fresh.has(document.id)}
              isOpen={document.id === chosen}
              choose={() => {
                setChosen(document.id === chosen ? null : document.id)
              }}
            />
          </li>
        ))}
      </Stack>
      {open ? (
        <Stack key={open.id} as="section" gap="4" aria-label={t`Document ${open.name}`}>
          <Box>
            <Heading as="h3" size="sm" overflowWrap="anywhere">
              {documentKinds.labelOf(open.kind)}: {open.name}
            </Heading>
            <Text fontSize="sm" color="fg.muted">
              <Trans>Uploaded {formatInstant(open.uploadedAt)}</Trans>
            </Text>
          </Box>
          <Judge found={found} document={open} failed={failed} />
          <Extra
            load={viewer}
            props={{ document: open }}
            meanwhile={<Text role="status"><Trans>Opening document…</Trans></Text>}
            instead={<Notice status="error">{t`We couldn’t load the viewer. We’ll keep trying.`}</Notice>}
          />
        </Stack>
      ) : (
        <Text color="fg.muted" fontSize="sm">
          <Trans>Choose a document to view it here.</Trans>
        </Text>
      )}
    </Stack>
  )
}

function Choice({ document, isNew, isOpen, choose }: { document: Document; isNew: boolean; isOpen: boolean; choose: () => void }) {
  return (
    <Button variant={isOpen ? 'solid' : 'outline'} w="full" h="auto" py="2" justifyContent="space-between" gap="3" aria-pressed={isOpen} onClick={choose}>
      <Text as="span" minW="0" overflowWrap="anywhere" whiteSpace="normal" textAlign="start">
        {documentKinds.labelOf(document.kind)}
      </Text>
      <HStack as="span" gap="2" flexShrink="0">
        {document.replacedAt ? <Badge><Trans>Replaced</Trans></Badge> : null}
        {isNew ? <Badge colorPalette="blue"><Trans>New</Trans></Badge> : null}
        <CodeBadge labels={verdicts} code={document.verdict} />
      </HStack>
    </Button>
  )
}

function Judge({ found, document, failed }: { found: Case; document: Document; failed: (error: unknown) => boolean }) {
  const { t } = useLingui()
  const judge = useJudge(found.id)
  const [rejecting, setRejecting] = useState(false)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  useAskBeforeLeaving(rejecting && reason.trim() !== '')
  const may = found.allowedActions.includes('judge_documents')
  const send = (verdict: Document['verdict'], why: string | null) => {
    judge.mutate(
      { document: document.id, body: { version: found.onboarding.version, verdict, reason: why } },
      {
        onSuccess: () => {
          setRejecting(false)
          setReason('')
        },
        onError: failed,
      },
    )
  }
  const reject = () => {
    if (reason.trim() === '') {
      setProblem(t`Enter a reason. The applicant will see it.`)
      return
    }
    send('rejected', reason)
  }
  return (
    <Stack gap="3">
      {document.verdictReason ? (
        <Text overflowWrap="anywhere" whiteSpace="pre-line">
          <Trans>Rejected: “{document.verdictReason}”</Trans>
        </Text>
      ) : null}
      {!may ? null : rejecting ? (
        <Stack gap="3">
          <Labelled label={t`Reason for rejection`} help={t`The applicant will see it.`} error={problem}>
            <Textarea
              rows={3}
              autoFocus
              maxLength={2000}
              value={reason}
              onChange={(event) => {
                setReason(event.target.value)
                setProblem(undefined)
              }}
            />
          </Labelled>
          <HStack>
            <Button size="sm" loading={judge.isPending} onClick={reject}>
              <Trans>Reject document</Trans>
            </Button>
            <Button
              size="sm"
              variant="ghost"
              onClick={() => {
                setRejecting(false)
              }}
            >
              <Trans>Cancel</Trans>
            </Button>
          </HStack>
        </Stack>
      ) : (
        <HStack>
          {document.verdict === 'accepted' ? null : (
            <Button
              size="sm"
              variant="outline"
              loading={judge.isPending}
              onClick={() => {
                send('accepted', null)
              }}
            >
              <Trans>Accept</Trans>
            </Button>
          )}
          {document.verdict === 'rejected' ? null : (
            <Button
              size="sm"
              variant="outline"
              onClick={() => {
                setRejecting(true)
              }}
            >
              <Trans>Reject</Trans>
            </Button>
          )}
        </HStack>
      )}
      {judge.isError && !isStale(judge.error) ? <Failure {...failure(judge.error)} /> : null}
    </Stack>
  )
}
