import { useLingui } from '@lingui/react/macro'
import { formatMoney } from '@/lib/money'
import { AmountList } from '@/ui/amount-list'
import type { Availability } from './api'
import { availabilitySteps } from './labels'

/** How what is available now comes about, step by step; what takes nothing away is left out. */
export function Steps({ availability: { steps, currency } }: { availability: Availability }) {
  const { t } = useLingui()
  const shown = steps.filter(({ code, amount }) => amount !== 0 || !availabilitySteps.find(code) || code === 'limit' || availabilitySteps.find(code)?.isSum)
  return (
    <AmountList
      label={t`How it comes about`}
      rows={shown.map(({ code, label, amount }) => {
        const known = availabilitySteps.find(code)
        return { id: code, label: known ? availabilitySteps.labelOf(code) : label, amount: formatMoney(amount, currency), isSum: known?.isSum ?? false }
      })}
    />
  )
}
