import { Box, Button, type ButtonProps } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ApiError } from '@/api/client'
import { retryAt } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { useAgainWhenBack } from '@/api/reconnect'
import { useUnmatch, type Unmatched } from '@/entities/payment/house'
import { besideFields } from '@/entities/receivable/house-refusals'
import { after } from '@/lib/after'
import { receivablePath } from '@/lib/paths'
import { Failure } from '@/ui/failure'
import { LinkButton } from '@/ui/link-button'
import { toast } from '@/ui/toasts'

interface UndoMatchProps extends ButtonProps {
  match: Unmatched
  children: ReactNode
  done?: () => void
}

/** Undoes a match of one’s own; where two people have to, it leads there. */
export function UndoMatch({ match, children, done = () => undefined, ...button }: UndoMatchProps) {
  const { t } = useLingui()
  const unmatch = useUnmatch(useIdempotencyKey<Unmatched>())
  const undo = (wrong: Unmatched) => {
    after(unmatch.mutateAsync(wrong), () => {
      toast.success(t`Match undone`)
      done()
    })
  }
  useAgainWhenBack(unmatch.error, () => {
    if (unmatch.variables) undo(unmatch.variables)
  })
  const reason = unmatch.error instanceof ApiError ? unmatch.error.problem?.reason : undefined
  const isUndoneThere = reason === 'takes_two' || reason === 'undo_first'
  return (
    <>
      <Button {...button} loading={unmatch.isPending} onClick={() => { undo(match) }}>{children}</Button>
      {unmatch.error ? (
        <Box>
          <Failure sentence={besideFields(unmatch.error, [])} until={retryAt(unmatch.error)} />
          {isUndoneThere ? <LinkButton mt="2" size="sm" variant="outline" to={receivablePath(match.receivableId)}><Trans>Open what it paid</Trans></LinkButton> : null}
        </Box>
      ) : null}
    </>
  )
}
