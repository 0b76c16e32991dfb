import type { MatchSign } from '@/entities/payment/match-signs'
import type { Receipt } from '@/entities/payment/house'
import type { Examined } from '@/entities/receivable/house'

/** What speaks for it that a receipt pays this, as the server found out: none where it is in no suggestion. */
export function fitOf({ id }: Examined, { suggestions }: Receipt): MatchSign[] {
  return suggestions?.find(({ receivables }) => receivables.some((one) => one.id === id))?.signs ?? []
}

/** What is suggested first comes first; of what is not suggested, what is due first. */
export function byFit(all: readonly Examined[], receipt: Receipt): { receivable: Examined; fit: MatchSign[] }[] {
  const order = (receipt.suggestions ?? []).flatMap(({ receivables }) => receivables.map(({ id }) => id))
  const placeOf = ({ id }: Examined) => (order.includes(id) ? order.indexOf(id) : order.length)
  // Ids sort by when they were made.
  const age = ({ figures, id }: Examined, other: Examined) => figures.dueOn.localeCompare(other.figures.dueOn) || id.localeCompare(other.id)
  const found = all.map((receivable) => ({ receivable, fit: fitOf(receivable, receipt) }))
  return found.sort((one, other) => placeOf(one.receivable) - placeOf(other.receivable) || age(one.receivable, other.receivable))
}
