import { countryName } from './country-name'
import { formatting } from './i18n'

/** Every country with a numbering plan and an assigned ISO code: a list of their own, because the plans weigh 29 kB. */
// eslint-disable-next-line lingui/no-unlocalized-strings -- codes
export const countryCodes = `
  AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV
  CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM
  IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU
  MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN
  SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
`.trim().split(/\s+/)

let named: { locale: string; countries: { code: string; name: string }[] } = { locale: '', countries: [] }

/** Every country, by its name in the language of the texts. */
export function countries(): { code: string; name: string }[] {
  const locale = formatting()
  if (named.locale !== locale) {
    const all = countryCodes.map((code) => ({ code, name: countryName(code) }))
    named = { locale, countries: all.sort((one, other) => one.name.localeCompare(other.name, locale)) }
  }
  return named.countries
}

/** Every country as the options of a list. */
export function countryOptions(): { value: string; label: string }[] {
  return countries().map(({ code, name }) => ({ value: code, label: name }))
}

/** A first guess at where somebody is, from the browser's language. */
export function likelyCountry(): string {
  const region = new Intl.Locale(navigator.language || 'en').maximize().region
  return countryCodes.find((code) => code === region) ?? 'US'
}
