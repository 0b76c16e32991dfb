import { t } from '@lingui/core/macro'
import type { Payout } from '@/entities/payment/api'
import { accountFailedText, cameBackText } from '@/entities/payment/house-labels'
import { stopsOfOne } from '@/entities/receivable/house-refusals'
import { formatDay } from '@/lib/dates'

export const stopsText = ({ stops }: Payout): string => stops.map((stop) => stopsOfOne.labelOf(stop)).join(' ')

/** What came before a payout, in words. */
export function cameBeforeText({ replaces, cameBack, releasable }: Payout): string | null {
  if (replaces) return cameBackText(cameBack)
  return releasable?.accountFailed ? accountFailedText(releasable.accountFailed) : null
}

/** That the invoice of an advance is overdue. */
export function overdueText(since: string | null | undefined): string | null {
  const day = since ? formatDay(since) : null
  return day ? t`Overdue: the invoice was due on ${day}.` : null
}

/** Why a payout has to wait: its release was proposed, or something stops it. */
export function waitsText({ approvalId }: Payout, why: string): string | null {
  if (approvalId) return t`Release waits for approval`
  return why ? t`On hold: ${why}` : null
}

/** All of it, as it stands under the payout in the list. */
export const remarksOf = (payout: Payout): string =>
  [cameBeforeText(payout), overdueText(payout.overdueSince), waitsText(payout, stopsText(payout))].filter(Boolean).join(' ')
