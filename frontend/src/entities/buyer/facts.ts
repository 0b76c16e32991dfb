import { t } from '@lingui/core/macro'
import type { components } from '@/api/schema'
import { countryName } from '@/lib/country-name'
import { formatDays } from '@/lib/dates'
import { formatMoney } from '@/lib/money'

type Facts = Pick<components['schemas']['BuyerBody'], 'country' | 'registrationNumber' | 'expectedYearlyVolume' | 'paymentTermsDays'>

/** Who a buyer is and what is expected of it, in one line. */
export function buyerFacts({ country, registrationNumber, expectedYearlyVolume, paymentTermsDays }: Facts): string {
  const [where, volume, terms] = [countryName(country), formatMoney(expectedYearlyVolume.amount, expectedYearlyVolume.currency), formatDays(paymentTermsDays)]
  // What people typed is no part of a sentence: the catalogue's code would read `\x3E` in it as a character.
  return [where, registrationNumber, t`${volume} a year`, terms].join(' · ')
}
