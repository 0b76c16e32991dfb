import { t } from '@lingui/core/macro'
import { buys, sells } from '@/entities/company/sells'
import { useAvailability, useFacilities } from '@/entities/facility/api'
import { notNew, notNewText } from '@/entities/facility/not-new'
import { useReceivables, type Receivable, type ReceivableFilter } from '@/entities/receivable/api'
import { isOpen } from '@/entities/receivable/checks'
import type { Me } from '@/entities/user/me'

/** What is not sold yet. */
export const toDecide: ReceivableFilter = { status: ['draft', 'submitted', 'offered'] }

/** Whether the programme in which it would be paid early takes nothing at the moment. */
const isStopped = ({ kind, checks }: Receivable) => kind === 'reverse_factoring' && checks.some((check) => check.code === 'facility_active' && check.cure === 'await_facility' && isOpen(check))

/** That nothing new is paid early, where Home would say how it can be: a company without a facility of its own goes by programmes. */
export function useNothingNew(company: Me['companyDetails'] | undefined, isApproved: boolean): string | null {
  const [isBuyer, isSupplier] = [buys(company), !buys(company)].map((is) => is && isApproved && !sells(company))
  const { data: facilities = [] } = useFacilities(isBuyer)
  const { data: waiting } = useReceivables(toDecide, isSupplier)
  const { data: availability } = useAvailability()
  if (isBuyer) {
    const [first] = facilities.some(({ kind, status }) => kind === 'reverse_factoring' && status === 'active') ? [] : notNew(facilities, 'reverse_factoring')
    return first ? notNewText(first) : null
  }
  if (!isSupplier || !availability || availability.some(({ offered }) => offered > 0)) return null
  const names = [...new Set((waiting?.data ?? []).filter(isStopped).map(({ debtorName }) => debtorName ?? ''))].filter(Boolean).join(', ')
  return names ? t`We pay no invoices of ${names} early at the moment.` : null
}
