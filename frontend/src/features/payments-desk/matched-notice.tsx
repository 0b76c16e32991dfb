import { Button, HStack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Fragment, useState } from 'react'
import { retryAt } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { nameText, useNames } from '@/entities/name/api'
import { useUnmatch, type Receipt, type Unmatched } from '@/entities/payment/house'
import { besideFields } from '@/entities/receivable/house-refusals'
import { after } from '@/lib/after'
import { formatMoney } from '@/lib/money'
import { receivablePath } from '@/lib/paths'
import { Failure } from '@/ui/failure'
import { Notice } from '@/ui/notice'
import { TextLink } from '@/ui/text-link'
import { toast } from '@/ui/toasts'

/** What was matched last, and where that is undone. */
export function MatchedNotice({ before, now }: { before: Receipt; now: Receipt }) {
  const { t } = useLingui()
  const known = new Set(before.allocations.map(({ id }) => id))
  const all = [...new Set(now.allocations.flatMap(({ id, receivableId, undoneAt }) => (receivableId && !undoneAt && !known.has(id) ? [receivableId] : [])))]
  const names = useNames(all)
  const unmatch = useUnmatch(useIdempotencyKey<Unmatched>())
  const [undone, setUndone] = useState<readonly string[]>([])
  const undo = (receivableId: string) => {
    after(unmatch.mutateAsync({ id: now.id, receivableId }), () => {
      toast.success(t`Match undone`)
      setUndone((ids) => [...ids, receivableId])
    })
  }
  const paid = all.filter((id) => !undone.includes(id))
  if (paid.length === 0) return null
  const amount = formatMoney(before.left - now.left, now.currency)
  const payer = now.payer.name ?? t`Unknown payer`
  return (
    <Notice status="success" title={t`Matched: ${payer}, ${amount}`}>
      <Text>
        <Trans>If it was wrong, undo it here before anything follows. After that, an operator with the role Credit opens what it paid and chooses “Undo latest entry”:</Trans>{' '}
        {paid.map((id, place) => {
          const name = names.get(id)
          return (
            <Fragment key={id}>
              {place > 0 ? ', ' : null}
              <TextLink to={receivablePath(id)}>{name ? nameText(name) : t`Receivable`}</TextLink>
            </Fragment>
          )
        })}
      </Text>
      <HStack wrap="wrap">
        {paid.map((id) => (
          <Button key={id} size="sm" variant="outline" loading={unmatch.isPending && unmatch.variables.receivableId === id} onClick={() => { undo(id) }}>
            {paid.length === 1 ? <Trans>Undo match</Trans> : <Trans>Undo for {names.get(id)?.name ?? t`Receivable`}</Trans>}
          </Button>
        ))}
      </HStack>
      <Failure sentence={besideFields(unmatch.error, [])} until={retryAt(unmatch.error)} />
    </Notice>
  )
}
