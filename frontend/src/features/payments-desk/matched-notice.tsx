import { Button, HStack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Fragment, useState } from 'react'
import { nameText, useNames } from '@/entities/name/api'
import type { Receipt } from '@/entities/payment/house'
import { formatMoney } from '@/lib/money'
import { receivablePath } from '@/lib/paths'
import { Notice } from '@/ui/notice'
import { TextLink } from '@/ui/text-link'
import { UndoMatch, type AskedMatch } from './undo-match'

/** What was matched last, and where that is undone. */
export function MatchedNotice({ before, now }: { before: Receipt; now: Receipt }) {
  const { t } = useLingui()
  const known = new Set(before.allocations.map(({ id }) => id))
  const all = [...new Set(now.allocations.flatMap(({ id, receivableId, undoneAt }) => (receivableId && !undoneAt && !known.has(id) ? [receivableId] : [])))]
  const names = useNames(all)
  const [undone, setUndone] = useState<readonly string[]>([])
  const paid = all.filter((id) => !undone.includes(id))
  const [asked, setAsked] = useState<AskedMatch | null>(null)
  if (paid.length === 0) return null
  const amount = formatMoney(before.left - now.left, now.currency)
  const payer = now.payer.name ?? t`Unknown payer`
  const ask = (id: string) => {
    const sum = now.allocations.filter(({ receivableId, undoneAt }) => receivableId === id && !undoneAt).reduce((total, part) => total + part.amount, 0)
    const name = names.get(id)
    setAsked({ match: { id: now.id, receivableId: id }, amount: formatMoney(sum, now.currency), payer, name: name ? nameText(name) : t`Receivable` })
  }
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
          <Button key={id} size="sm" variant="outline" onClick={() => { ask(id) }}>
            {paid.length === 1 ? <Trans>Undo match</Trans> : <Trans>Undo for {names.get(id)?.name ?? t`Receivable`}</Trans>}
          </Button>
        ))}
      </HStack>
      {asked ? <UndoMatch {...asked} close={() => { setAsked(null) }} focusAfter={(opener) => opener} done={() => { setUndone((ids) => [...ids, asked.match.receivableId]) }} /> : null}
    </Notice>
  )
}
