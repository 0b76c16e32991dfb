/** The countries of the euro, and those that use it without being among them. */
// eslint-disable-next-line lingui/no-unlocalized-strings -- codes
const EURO = 'AT BE BG HR CY EE FI FR DE GR IE IT LV LT LU MT NL PT SK SI ES AD MC SM VA ME'.split(' ')

const OTHERS: Readonly<Record<string, string>> = {
  GB: 'GBP', US: 'USD', CH: 'CHF', LI: 'CHF', SE: 'SEK', NO: 'NOK', DK: 'DKK', PL: 'PLN', CZ: 'CZK', HU: 'HUF', RO: 'RON', AE: 'AED', AU: 'AUD', CA: 'CAD', CN: 'CNY',
  HK: 'HKD', IN: 'INR', JP: 'JPY', KE: 'KES', MX: 'MXN', NG: 'NGN', NZ: 'NZD', SG: 'SGD', TR: 'TRY', VN: 'VND', ZA: 'ZAR', JE: 'GBP', GG: 'GBP', IM: 'GBP', PR: 'USD',
}

/** The currency a company of a country mostly trades in, among those that can be chosen; null where that is not known. */
export function currencyOf(country: string | null | undefined): string | null {
  if (!country) return null
  return EURO.includes(country) ? 'EUR' : (OTHERS[country] ?? null)
}
