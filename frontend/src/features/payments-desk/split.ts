import type { Schemas } from '@/api/client'
import { parseMoney } from '@/lib/money'

/** What is typed of a split: amounts by receivable, and what is kept for a debtor. */
export interface TypedSplit {
  pays: Partial<Record<string, string>>
  passesOn: Partial<Record<string, string>>
  debtorId: string
  credit: string
}

export const NOTHING: TypedSplit = { pays: {}, passesOn: {}, debtorId: '', credit: '' }

/** Amounts that are typed; null stands for what is no amount. */
const amountsOf = (typed: Partial<Record<string, string>>, currency: string) =>
  Object.entries(typed).flatMap(([id, text]) => (text?.trim() ? [{ id, amount: parseMoney(text, currency) }] : []))

export const isAmount = (text: string | undefined, currency: string) => !text?.trim() || (parseMoney(text, currency) ?? 0) > 0

/** The split as it is sent; null while something typed is no amount, or nothing is typed. */
export function splitOf(typed: TypedSplit, currency: string, sellerOf: (receivable: string) => string | undefined): Schemas['MatchBody'] | null {
  const [pays, passesOn] = [amountsOf(typed.pays, currency), amountsOf(typed.passesOn, currency)]
  const credit = typed.credit.trim() ? [{ debtorId: typed.debtorId, amount: parseMoney(typed.credit, currency) }] : []
  const all = [...pays, ...passesOn, ...credit]
  if (all.length === 0 || all.some(({ amount }) => !amount) || credit.some(({ debtorId }) => !debtorId)) return null
  return {
    receivables: pays.map(({ id, amount }) => ({ id, amount: amount ?? 0 })),
    passOn: passesOn.flatMap(({ id, amount }) => {
      const companyId = sellerOf(id)
      return companyId ? [{ companyId, receivableId: id, amount: amount ?? 0 }] : []
    }),
    credit: credit.map(({ debtorId, amount }) => ({ debtorId, amount: amount ?? 0 })),
  }
}

/** What is typed comes to this, as far as it is amounts. */
export function typedSum(typed: TypedSplit, currency: string): number {
  return [...amountsOf(typed.pays, currency), ...amountsOf(typed.passesOn, currency), { amount: parseMoney(typed.credit, currency) }].reduce((sum, { amount }) => sum + (amount ?? 0), 0)
}
