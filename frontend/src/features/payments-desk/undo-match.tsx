import { Box, Dialog } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { ApiError } from '@/api/client'
import { retryAt } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { useAgainWhenBack } from '@/api/reconnect'
import { useUnmatch, type Unmatched } from '@/entities/payment/house'
import { besideFields } from '@/entities/receivable/house-refusals'
import { after } from '@/lib/after'
import { receivablePath } from '@/lib/paths'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { Failure } from '@/ui/failure'
import { LinkButton } from '@/ui/link-button'
import { toast } from '@/ui/toasts'

export interface AskedMatch {
  match: Unmatched
  /** How much of the receipt was matched to it. */
  amount: string
  payer: string
  /** What it was matched to. */
  name: string
}

interface UndoMatchProps extends AskedMatch {
  close: () => void
  focusAfter: (opener: HTMLElement | null) => HTMLElement | null
  done?: () => void
}

/** Asks before a match of one’s own is undone; where two people have to, it leads there. */
export function UndoMatch({ match, amount, payer, name, close, focusAfter, done = () => undefined }: UndoMatchProps) {
  const { t } = useLingui()
  const unmatch = useUnmatch(useIdempotencyKey<Unmatched>())
  const undo = (wrong: Unmatched) => {
    after(unmatch.mutateAsync(wrong), () => {
      toast.success(t`Match undone`)
      close()
      done()
    })
  }
  useAgainWhenBack(unmatch.error, () => {
    if (unmatch.variables) undo(unmatch.variables)
  })
  const reason = unmatch.error instanceof ApiError ? unmatch.error.problem?.reason : undefined
  const isUndoneThere = reason === 'takes_two' || reason === 'undo_first'
  return (
    <ConfirmDialog title={t`Undo match`} action={<Trans>Undo match</Trans>} isBusy={unmatch.isPending} busyText={t`Undoing`} confirm={() => { undo(match) }} close={close} focusAfter={focusAfter}>
      <Dialog.Description overflowWrap="anywhere"><Trans>Undo the match of {amount} from {payer} to {name}? The money lies in suspense again.</Trans></Dialog.Description>
      {unmatch.error ? (
        <Box>
          <Failure sentence={besideFields(unmatch.error, [])} until={retryAt(unmatch.error)} />
          {isUndoneThere ? <LinkButton mt="2" size="sm" variant="outline" to={receivablePath(match.receivableId)}><Trans>Open what it paid</Trans></LinkButton> : null}
        </Box>
      ) : null}
    </ConfirmDialog>
  )
}
