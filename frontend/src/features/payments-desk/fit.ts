import { msg } from '@lingui/core/macro'
import type { Receipt } from '@/entities/payment/house'
import type { Examined } from '@/entities/receivable/house'
import { labels } from '@/lib/codes'

export type Fit = 'quoted' | 'amount' | 'payer'

/** What speaks for a receivable, in words. */
export const fits = labels<Fit>({
  quoted: msg({ message: 'Named in the payment reference', context: 'match' }),
  amount: msg({ message: 'Exactly this amount', context: 'match' }),
  payer: msg({ message: 'Same payer', context: 'match' }),
})

/** A shorter number may be a day, a street or an amount. */
const SHORTEST = 4

const plain = (text: string) => text.toLowerCase().replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue').replaceAll('ß', 'ss').replace(/[^\p{L}\p{N}]/gu, '')

/** Whether a text names it: within a word too, for banks cut and join what people write. */
function names(text: string, number: string): boolean {
  const wanted = plain(number)
  return wanted.length < SHORTEST ? text.split(/[\s,;:+&()[\]]+/).some((word) => plain(word) === wanted) : plain(text).includes(wanted)
}

/** What speaks for it that a receipt pays this, what counts most first. */
export function fitOf({ id, reference, invoiceNumber, debtorName, position }: Examined, { text, payer, left, suggestion }: Receipt): Fit[] {
  const said = text ?? ''
  const isQuoted = names(said, reference) || names(said, invoiceNumber) || Boolean(suggestion?.reason !== 'amount' && suggestion?.receivables.some((one) => one.id === id))
  const isPayer = Boolean(payer.name && debtorName) && plain(payer.name ?? '') === plain(debtorName ?? '')
  return [...(isQuoted ? (['quoted'] as const) : []), ...(position?.open === left ? (['amount'] as const) : []), ...(isPayer ? (['payer'] as const) : [])]
}

const WEIGHTS: Record<Fit, number> = { quoted: 4, amount: 2, payer: 1 }

const weightOf = (fit: readonly Fit[]) => fit.reduce((sum, one) => sum + WEIGHTS[one], 0)

/** What fits best first, of what fits as well the one that is due first. */
export function byFit(all: readonly Examined[], receipt: Receipt): { receivable: Examined; fit: Fit[] }[] {
  const found = all.map((receivable) => ({ receivable, fit: fitOf(receivable, receipt) }))
  // Ids sort by when they were made.
  const age = ({ figures, id }: Examined, other: Examined) => figures.dueOn.localeCompare(other.figures.dueOn) || id.localeCompare(other.id)
  return found.sort((one, other) => weightOf(other.fit) - weightOf(one.fit) || age(one.receivable, other.receivable))
}
