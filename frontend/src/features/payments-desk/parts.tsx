import { Box } from '@chakra-ui/react'
import { t } from '@lingui/core/macro'
import { entryPath } from '@/entities/ledger/paths'
import { nameText, type Name } from '@/entities/name/api'
import type { Receipt } from '@/entities/payment/house'
import { formatMoney } from '@/lib/money'
import { receivablePath } from '@/lib/paths'
import { TextLink } from '@/ui/text-link'

type Part = Receipt['allocations'][number]

/** What the parts of a receipt are for, to be named. */
export const partsIn = ({ allocations }: Receipt) => allocations.flatMap(({ receivableId, companyId, debtorId, payoutId }) => [receivableId, companyId, debtorId, payoutId])

/** What a part of a receipt is for, by name. */
export function partName({ receivableId, companyId, debtorId, payoutId, entryId }: Part, names: ReadonlyMap<string, Name>): string {
  const name = [receivableId, companyId, debtorId, payoutId].flatMap((id) => (id ? (names.get(id) ?? []) : []))[0]
  return name ? nameText(name) : entryId ? t`Journal entry` : t`Explained`
}

/** A part of a receipt, with the way to what explains it. */
export function Explained({ part, names }: { part: Part; names: ReadonlyMap<string, Name> }) {
  const name = partName(part, names)
  const to = part.receivableId ? receivablePath(part.receivableId) : part.entryId ? entryPath(part.entryId) : null
  return to ? <TextLink to={to}>{name}</TextLink> : name
}

/** All that a receipt is for. */
export function Parts({ receipt: { allocations, currency }, names }: { receipt: Receipt; names: ReadonlyMap<string, Name> }) {
  return allocations
    .filter(({ undoneAt }) => !undoneAt)
    .map((part) => (
      <Box key={part.id} position="relative" overflowWrap="anywhere">
        <Explained part={part} names={names} /> {formatMoney(part.amount, currency)}
      </Box>
    ))
}
