import { Box, Button, HStack, Skeleton, Stack, Text } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { sentence } from '@/api/errors'
import { deed } from '@/entities/audit/deeds'
import { documentKinds } from '@/entities/document/kinds'
import { formatInstant } from '@/lib/dates'
import { text } from '@/lib/i18n'
import { save } from '@/lib/save-file'
import { Notice } from '@/ui/notice'
import { trailCsv, useTrail, type AuditRecord, type Case } from './api'
import { ChangedValue } from './changes'

/** What is shown until somebody wants to see it all. */
const SHORT = 3

/** What anybody did about this case: the last of it, and the rest behind. */
export function Trail({ found }: { found: Case }) {
  const { t } = useLingui()
  const { id } = found
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useTrail(id)
  const [failure, setFailure] = useState<string | null>(null)
  const [isWhole, setIsWhole] = useState(false)
  const download = async () => {
    try {
      setFailure(null)
      save(await trailCsv(id), `audit-${id}.csv`)
    } catch (problem) {
      setFailure(sentence(problem))
    }
  }
  const all = data?.pages.flatMap(({ records }) => records) ?? []
  const records = isWhole ? all : all.slice(0, SHORT)
  if (!data) return error ? <Notice status="error">{sentence(error)}</Notice> : <Skeleton height="20" aria-label={t`Loading audit trail`} />
  return (
    <Stack gap="4">
      <Stack as="ol" listStyleType="none" gap="4" aria-label={t`Audit records`}>
        {records.map((record) => (
          <Box as="li" key={record.id}>
            <Entry record={record} about={nameOf(record.subject, found)} />
          </Box>
        ))}
      </Stack>
      <HStack wrap="wrap">
        {!isWhole && (all.length > SHORT || hasNextPage) ? (
          <Button
            size="sm"
            variant="outline"
            onClick={() => {
              setIsWhole(true)
            }}
          >
            <Trans>Show all records</Trans>
          </Button>
        ) : null}
        {isWhole && hasNextPage ? (
          <Button size="sm" variant="outline" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            <Trans>Show older records</Trans>
          </Button>
        ) : null}
        <Button size="sm" variant="outline" onClick={() => void download()}>
          <Trans>Download as CSV</Trans>
        </Button>
      </HStack>
      {failure ? <Notice status="error">{failure}</Notice> : null}
    </Stack>
  )
}

const others: Record<string, MessageDescriptor> = { stranger: msg`A visitor`, command_line: msg`The command line`, system: msg`Sooner itself` }

/** Which of the case's buyers or documents a record is about, in words. */
function nameOf(id: string, { buyers, onboarding }: Case): string | undefined {
  const document = onboarding.documents.find((one) => one.id === id)
  return document ? `${documentKinds.labelOf(document.kind)}, ${document.name}` : buyers.find((one) => one.id === id)?.legalName
}

function Entry({ record: { number, at, by, actor, action, changes, requestId, hash }, about }: { record: AuditRecord; about: string | undefined }) {
  const { t } = useLingui()
  const who = by?.name ?? text(others[actor] ?? msg`Unknown user`)
  return (
    <>
      <Text overflowWrap="anywhere">
        {who} {deed(action)}
        {about ? <>: {about}</> : null}
      </Text>
      <Text fontSize="sm" color="fg.muted" title={hash ? t`Request ${requestId}, hash ${hash}` : t`Request ${requestId}`}>
        {hash ? (
          <Trans>{formatInstant(at)} · record {number} · {hash.slice(0, 12)}</Trans>
        ) : (
          <Trans>{formatInstant(at)} · being sealed</Trans>
        )}
      </Text>
      {/* Who is on the case is named above already; their ids help nobody here. */}
      {changes.some(({ field }) => field !== 'reviewer') ? (
        <Stack gap="1" mt="1" ps="3" borderStartWidth="2px" fontSize="sm">
          {changes.filter(({ field }) => field !== 'reviewer').map((changed) => (
            <ChangedValue key={changed.field} changed={changed} />
          ))}
        </Stack>
      ) : null}
    </>
  )
}
