import { formatting } from './i18n'

/** The minus sign. */
const MINUS = '\u2212'
/** Of no width: no line ends here. */
const JOINER = '\u2060'

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

/**
 * A number as it is shown: with a minus sign in place of a hyphen, and nothing without any. No line ends between the sign and what
 * follows; browsers end one before a sign of a currency.
 */
export function shown(format: Intl.NumberFormat, value: number): string {
  const written = format.format(value)
  return written.replace(/-(\p{Sc}?)/u, (_, sign: string) => (/[1-9]/.test(written) ? MINUS + (sign && JOINER) : '') + sign)
}
