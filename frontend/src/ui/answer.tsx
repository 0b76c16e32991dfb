import { Button, Skeleton, Stack } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Failure } from './failure'

interface AnswerProps {
  /** Whether there is something to show: what was there before stays while it is asked for again. */
  isThere: boolean
  /** What went wrong with asking for it. */
  failed: { sentence: string | undefined; until: number | null }
  again: () => void
  isAsking: boolean
  /** What is being waited for, for those who hear it. */
  loading: string
  children: ReactNode
}

/** What was asked for: on its way, there, or not to be had for now. */
export function Answer({ isThere, failed, again, isAsking, loading, children }: AnswerProps) {
  return (
    <>
      {failed.sentence || failed.until !== null ? (
        <Stack gap="3" align="flex-start">
          <Failure {...failed} />
          <Button variant="outline" loading={isAsking} onClick={again}>
            <Trans>Try again</Trans>
          </Button>
        </Stack>
      ) : isThere ? null : (
        <Stack gap="2" role="status" aria-label={loading} data-loading>
          {[1, 2, 3, 4, 5].map((row) => (
            <Skeleton key={row} height="12" />
          ))}
        </Stack>
      )}
      {isThere ? children : null}
    </>
  )
}
