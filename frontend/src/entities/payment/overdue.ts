import type { Schemas } from '@/api/client'
import { readOverdue, useOverdue } from '@/entities/receivable/house'

interface Paid {
  purpose: Schemas['Purpose']
  receivableId?: string | null | undefined
}

/** Of advances that are not released yet: since when the invoice of each is due, where that day is over. Asked for only where there are any. */
export function useOverdueAdvances(payouts: readonly Paid[], today: string): (payout: Paid) => string | undefined {
  return sinceIn(useOverdue(today, payouts.some(isAdvance)))
}

/** The same, asked for now. */
export async function readOverdueAdvances(payouts: readonly Paid[], today: string): Promise<(payout: Paid) => string | undefined> {
  return sinceIn(payouts.some(isAdvance) ? await readOverdue(today) : new Map())
}

const sinceIn = (overdue: ReadonlyMap<string, string>) => (payout: Paid) => (isAdvance(payout) && payout.receivableId ? overdue.get(payout.receivableId) : undefined)

const isAdvance = ({ purpose, receivableId }: Paid): boolean => purpose === 'advance' && Boolean(receivableId)
