import { t } from '@lingui/core/macro'
import type { components } from '@/api/schema'
import { countryName } from '@/lib/country-name'
import { formatDays } from '@/lib/dates'
import { formatMoney } from '@/lib/money'

type Facts = Pick<components['schemas']['BuyerBody'], 'country' | 'registrationNumber' | 'expectedYearlyVolume' | 'paymentTermsDays'>

/** Who a buyer is and what is expected of it, in one line. */
export function buyerFacts({ country, registrationNumber, expectedYearlyVolume, paymentTermsDays }: Facts): string {
  const [where, volume, terms] = [countryName(country), formatMoney(expectedYearlyVolume.amount, expectedYearlyVolume.currency), formatDays(paymentTermsDays)]
  return t`${where} · ${registrationNumber} · ${volume} a year · ${terms}`
}
