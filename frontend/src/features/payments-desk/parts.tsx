import { Box, Button, Text } from '@chakra-ui/react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { groupedIban } from '@/entities/company/labels'
import { entryPath } from '@/entities/ledger/paths'
import { nameText, type Name } from '@/entities/name/api'
import { useOperatorMay } from '@/entities/operator/api'
import type { Receipt } from '@/entities/payment/house'
import { matchReasons } from '@/entities/payment/match-reasons'
import { useMe } from '@/entities/user/me'
import { formatMoney } from '@/lib/money'
import { receivablePath } from '@/lib/paths'
import { TextLink } from '@/ui/text-link'
import { payerOf } from './receipt-columns'
import type { AskedUndo } from './undo-dialog'

type Part = Receipt['allocations'][number]

/** What the parts of a receipt are for, to be named. */
export const partsIn = ({ allocations }: Receipt) => allocations.flatMap(({ receivableId, companyId, debtorId, payoutId }) => [receivableId, companyId, debtorId, payoutId])

const forOf = ({ receivableId, companyId, debtorId, payoutId, entryId }: Part) => [receivableId, companyId, debtorId, payoutId, entryId].join()

/** What a part of a receipt is for, by name. */
export function partName({ receivableId, companyId, debtorId, payoutId, entryId }: Part, names: ReadonlyMap<string, Name>): string {
  const name = [receivableId, companyId, debtorId, payoutId].flatMap((id) => (id ? (names.get(id) ?? []) : []))[0]
  return name ? nameText(name) : entryId ? t`Journal entry` : t`Allocated`
}

/** By what a part was recognised that was booked by itself; a reference in groups of four, as it is printed. */
export function recognisedBy({ recognised }: Part): string | null {
  if (!recognised) return null
  const [reason, quoted] = [matchReasons.labelOf(recognised.by), recognised.by === 'reference' ? groupedIban(recognised.quoted) : recognised.quoted]
  return t`Matched automatically: ${reason} ${quoted}`
}

/** A part of a receipt, with the way to what explains it, and why. */
export function Explained({ part, names, amount }: { part: Part; names: ReadonlyMap<string, Name>; amount?: string }) {
  const [name, why] = [partName(part, names), recognisedBy(part)]
  const to = part.receivableId ? receivablePath(part.receivableId) : part.entryId ? entryPath(part.entryId) : null
  return (
    <>
      {to ? <TextLink to={to}>{name}</TextLink> : name}
      {amount ? ` ${amount}` : null}
      {why ? <Text as="span" display="block" textStyle="label" color="fg.muted">{why}</Text> : null}
    </>
  )
}

interface PartsProps {
  receipt: Receipt
  names: ReadonlyMap<string, Name>
  /** Asks before a part is undone, with all that the question says: the row may go away behind it. */
  undo: (asked: AskedUndo) => void
}

/** All that a receipt is for; who may undo it can do so here. What went back, or was booked by hand, is undone where it was done. */
export function Parts({ receipt, names, undo }: PartsProps) {
  const { id, allocations, currency, refunded, mayBeBroughtBack } = receipt
  const [may, mayUnmatch, me] = [useOperatorMay('manage_receivables'), useOperatorMay('manage_payments'), useMe().userDetails?.id]
  const isOwnMatch = ({ receivableId, companyId, recognised, by }: Part) => Boolean(receivableId) && !companyId && !recognised && by === me
  // All of the receipt that is for the same is undone together.
  const sameAs = (part: Part) => allocations.filter((other) => !other.undoneAt && forOf(other) === forOf(part)).reduce((sum, { amount }) => sum + amount, 0)
  const back = formatMoney(refunded, currency)
  const parts = allocations
    .filter(({ undoneAt }) => !undoneAt)
    .map((part) => {
      const [name, seen, { receivableId }] = [partName(part, names), sameAs(part), part]
      const amount = formatMoney(seen, currency)
      return (
        <Box as="span" display="block" key={part.id} position="relative" overflowWrap="anywhere">
          <Explained part={part} names={names} amount={formatMoney(part.amount, currency)} />
          {may && !part.payoutId && !part.entryId ? (
            <Button variant="plain" size="xs" ms="2" aria-label={t`Undo: ${name}`} onClick={() => { undo({ as: 'part', receiptId: id, part, seen, name, currency }) }}>
              <Trans>Undo</Trans>
            </Button>
          ) : null}
          {mayUnmatch && part.entryId && mayBeBroughtBack ? (
            <Button variant="plain" size="xs" ms="2" onClick={() => { undo({ as: 'taken_back', receiptId: id, amount, payer: payerOf(receipt) }) }}>
              <Trans>Bring back</Trans>
            </Button>
          ) : null}
          {mayUnmatch && receivableId && isOwnMatch(part) ? (
            <Button variant="plain" size="xs" ms="2" aria-label={t`Undo my match: ${name}`} onClick={() => { undo({ as: 'match', match: { id, receivableId }, amount, payer: payerOf(receipt), name }) }}>
              <Trans>Undo my match</Trans>
            </Button>
          ) : null}
        </Box>
      )
    })
  return (
    <>
      {parts}
      {refunded > 0 ? <Text as="span" display="block" color="fg.muted"><Trans>{back} was refunded from the debtor’s credit</Trans></Text> : null}
    </>
  )
}
