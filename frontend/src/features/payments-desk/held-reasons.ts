import { t } from '@lingui/core/macro'
import { groupedIban } from '@/entities/company/labels'
import type { HeldLine } from '@/entities/payment/statements'
import { formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { formatNumber } from '@/lib/numbers'

/** Who is on the other side, as far as it was read. */
export function sideOf({ other, legible }: HeldLine): string {
  const party = other ?? legible?.other
  return party?.name ?? (party?.iban ? groupedIban(party.iban) : t`Unknown payer or payee`)
}

/** The amount, below zero where it went out, or what the file writes in its place. */
export function amountOf(line: HeldLine): string {
  const written = writtenAmount(line)
  const isWritten = (line.amount === null || line.amount === undefined) && line.legible?.amount
  return isWritten && line.legible?.direction === 'DBIT' ? `\u2212${written.replace(/^[-\u2212]/, '')}` : written
}

function writtenAmount({ amount, currency, legible }: HeldLine): string {
  if (amount !== null && amount !== undefined) return formatMoney(amount, currency)
  return legible?.amount ?? '–'
}

/** What came from whom, or went to whom; of an entry of which that can’t be read, the amount beside the name. */
export function movedText(line: HeldLine): string {
  const { amount: moved, currency, legible } = line
  const side = sideOf(line)
  const amount = moved === null || moved === undefined ? writtenAmount(line) : formatMoney(Math.abs(moved), currency)
  const isOut = moved === null || moved === undefined ? { DBIT: true, CRDT: false }[legible?.direction ?? ''] : moved < 0
  if (isOut === undefined) return `${amount}, ${side}`
  return isOut ? t`${amount} to ${side}` : t`${amount} from ${side}`
}

export const dayOf = ({ on, legible }: HeldLine) => on ?? legible?.on ?? null
export const textOf = ({ text, legible }: HeldLine) => text ?? legible?.text ?? null

/** The part of an entry that can’t be read, in words. */
function partOf(what: string | null | undefined): string {
  switch (what) {
    case 'Amt':
    case 'Amt Ccy':
    case 'Ccy':
      return t`the amount or its currency`
    case 'CdtDbtInd':
      return t`whether money came in or went out`
    case 'BookgDt':
    case 'ValDt':
      return t`the day`
    case 'Sts':
      return t`whether it is booked`
    case 'Chrgs':
      return t`the charges`
    default:
      return what ?? t`the entry`
  }
}

/** Why it waits, in a sentence. */
export function reasonOf({ why, what, atLine, was, currency, on, mayCount, mayBeEntered }: HeldLine): string {
  const [line, part] = [formatNumber(atLine), partOf(what)]
  const day = on ? formatDay(on) : '–'
  switch (why) {
    case 'perhaps_known':
      return t`Perhaps imported before: no balance proves it`
    case 'altered': {
      const before = was === null || was === undefined ? '–' : formatMoney(was, currency)
      return t`Imported before with ${before}`
    }
    case 'ahead':
      return mayCount ? t`Booked on ${day}: no balance proves that it is new` : t`Booked on ${day}, which is still to come. It is taken by itself on that day.`
    case 'long_ago':
      return t`Booked on ${day}, more than a year ago`
    case 'details_differ':
      return t`Its details don’t add up to its amount`
    case 'unreadable':
      if (!mayBeEntered) return t`In another currency than the account (${currency}), so it can’t be entered. Line ${line} of the file.`
      return t`Missing or unreadable: ${part}. Line ${line} of the file.`
  }
}

/** What a person says in a dialog of a line that waits. */
export type AskedHeld = 'known' | 'entered' | 'set_aside'
