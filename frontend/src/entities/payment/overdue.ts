import type { Schemas } from '@/api/client'
import { useOverdue } from '@/entities/receivable/house'

interface Paid {
  purpose: Schemas['Purpose']
  receivableId?: string | null | undefined
}

/** Of advances that are not released yet: since when the invoice of each is due, where that day is over. Asked for only where there are any. */
export function useOverdueAdvances(payouts: readonly Paid[], today: string): (payout: Paid) => string | undefined {
  const overdue = useOverdue(today, payouts.some(isAdvance))
  return (payout) => (isAdvance(payout) && payout.receivableId ? overdue.get(payout.receivableId) : undefined)
}

const isAdvance = ({ purpose, receivableId }: Paid): boolean => purpose === 'advance' && Boolean(receivableId)
