import { t } from '@lingui/core/macro'
import type { components } from '@/api/schema'
import { countryName } from './country-name'
import { formatDays } from './dates'
import { formatMoney } from './money'

type Facts = Pick<components['schemas']['BuyerBody'], 'country' | 'registrationNumber' | 'expectedYearlyVolume' | 'paymentTermsDays'>

/** Who a buyer is and what is expected of it, in one line. */
export function buyerFacts({ country, registrationNumber, expectedYearlyVolume, paymentTermsDays }: Facts): string {
  const [where, volume, terms] = [countryName(country), formatMoney(expectedYearlyVolume.amount, expectedYearlyVolume.currency), formatDays(paymentTermsDays)]
  return t`${where} · ${registrationNumber} · ${volume} a year · ${terms}`
}
