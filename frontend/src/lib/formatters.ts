import { formatting } from './i18n'

/** Making a formatter takes far longer than using it: each is made once. */
function once<O, F>(make: (locale: string, options: O) => F): (options: O, locale?: string) => F {
  const made = new Map<string, F>()
  return (options, locale = formatting()) => {
    const key = locale + JSON.stringify(options)
    const formatter = made.get(key) ?? make(locale, options)
    made.set(key, formatter)
    return formatter
  }
}

/** A formatter of numbers, in the language shown unless another is given. */
export const numberFormat = once((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options))
/** A formatter of days and instants, in the language shown unless another is given. */
export const dateFormat = once((locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options))
