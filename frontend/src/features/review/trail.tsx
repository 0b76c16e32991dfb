import { Box, Button, HStack, Skeleton, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { sentence } from '@/api/errors'
import { formatInstant } from '@/lib/dates'
import { save } from '@/lib/save-file'
import { Notice } from '@/ui/notice'
import { trailCsv, useTrail, type AuditRecord } from './api'
import { ChangedValue } from './changes'
import { actions } from './labels'

/** Everything anybody did about this case. */
export function Trail({ id }: { id: string }) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useTrail(id)
  const [failure, setFailure] = useState<string | null>(null)
  const download = async () => {
    try {
      setFailure(null)
      save(await trailCsv(id), `audit-${id}.csv`)
    } catch (problem) {
      setFailure(sentence(problem))
    }
  }
  if (!data) return error ? <Notice status="error">{sentence(error)}</Notice> : <Skeleton height="20" aria-label="Loading the audit trail" />
  return (
    <Stack gap="4">
      <Box maxH="28rem" overflowY="auto" tabIndex={0} role="region" aria-label="Audit records">
        <Stack as="ol" listStyleType="none" gap="4">
          {data.pages.flatMap(({ records }) => records).map((record) => (
            <Box as="li" key={record.number}>
              <Entry record={record} />
            </Box>
          ))}
        </Stack>
      </Box>
      <HStack wrap="wrap">
        {hasNextPage ? (
          <Button size="sm" variant="outline" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show older records
          </Button>
        ) : null}
        <Button size="sm" variant="outline" onClick={() => void download()}>
          Download as CSV
        </Button>
      </HStack>
      {failure ? <Notice status="error">{failure}</Notice> : null}
    </Stack>
  )
}

const others: Record<string, string> = { stranger: 'Somebody not signed in', command_line: 'The command line' }

function Entry({ record: { number, at, by, actor, action, changes, requestId, hash } }: { record: AuditRecord }) {
  return (
    <>
      <Text overflowWrap="anywhere">
        {by?.name ?? others[actor] ?? 'Somebody'} {actions[action]}
      </Text>
      <Text fontSize="sm" color="fg.muted" title={`Request ${requestId}, hash ${hash}`}>
        {formatInstant(at)} · record {number} · {hash.slice(0, 12)}
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
