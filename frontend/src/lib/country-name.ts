import { formatting } from './i18n'

let names = { locale: '', of: (code: string): string | undefined => code }

/** A country by its code, as people call it. */
export function countryName(code: string): string {
  const locale = formatting()
  if (names.locale !== locale) {
    const all = new Intl.DisplayNames([locale], { type: 'region' })
    names = { locale, of: (one) => all.of(one) }
  }
  return names.of(code) ?? code
}
