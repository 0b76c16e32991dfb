import { dateFormat } from './formatters'
import { formatting } from './i18n'

type Part = 'day' | 'month' | 'year'

/** The order in which a language writes day, month and year. */
function order(locale: string): Part[] {
  const parts = dateFormat({ day: '2-digit', month: '2-digit', year: 'numeric', calendar: 'gregory', numberingSystem: 'latn' }, locale).formatToParts(new Date(0))
  return parts.flatMap(({ type }) => (type === 'day' || type === 'month' || type === 'year' ? [type] : []))
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/

/** A day as people type it in the language of the texts; what is no day stays as it is. */
export function editDay(day: string): string {
  if (!DAY.test(day) || !dayOf(Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8)))) return day
  const format = dateFormat({ day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC', calendar: 'gregory', numberingSystem: 'latn' })
  // Some languages write marks around numbers that nobody types.
  return format.format(new Date(`${day}T00:00:00Z`)).replace(/[\u200e\u200f\u061c]/g, '')
}

/** A day of the calendar as ISO 8601; null when there is none. */
function dayOf(year: number, month: number, day: number): string | null {
  if (year < 1000 || year > 9999) return null
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null
}

const plain = (text: string) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replace(/\./g, '')

/** The months by their names, long and short, in the language of the texts and in English. */
function monthOf(word: string): number | null {
  for (const locale of [formatting(), 'en']) {
    for (const month of ['long', 'short'] as const) {
      const format = dateFormat({ month, day: 'numeric', timeZone: 'UTC', calendar: 'gregory' }, locale)
      const found = Array.from({ length: 12 }, (_, index) => index).find((index) => {
        const name = format.formatToParts(new Date(Date.UTC(2024, index, 1))).find(({ type }) => type === 'month')?.value ?? ''
        return plain(name) === word || (word.length >= 3 && plain(name).startsWith(word))
      })
      if (found !== undefined) return found + 1
    }
  }
  return null
}

function named(text: string): string | null {
  const word = /\p{L}+/u.exec(text)?.[0]
  const numbers = text.match(/\d+/g) ?? []
  if (word === undefined || numbers.length !== 2) return null
  const month = monthOf(plain(word))
  const [year, day] = [numbers.find((one) => one.length === 4), numbers.find((one) => one.length <= 2)]
  return month !== null && year !== undefined && day !== undefined ? dayOf(Number(year), month, Number(day)) : null
}

/** Three numbers in the order of the language; where that is no day, in the one other order in which it is one. */
function counted(numbers: number[]): string | null {
  const of = (parts: readonly Part[]) => {
    const at = (part: Part) => numbers[parts.indexOf(part)] ?? 0
    return dayOf(at('year'), at('month'), at('day'))
  }
  const own = of(order(formatting()))
  if (own !== null) return own
  const others = [['day', 'month', 'year'], ['month', 'day', 'year'], ['year', 'month', 'day']] as const
  return others.map(of).find((day) => day !== null) ?? null
}

/**
 * What somebody typed or pasted, as ISO 8601; null when it is no day. Understood are the order of the language with any
 * separator or none, ISO 8601, and months by name. The year has four digits: of two nobody can tell the century.
 */
export function parseDay(text: string): string | null {
  const typed = text.trim().replace(/T[\d:.]+(Z|[+-]\d{2}:?\d{2})?$/, '')
  if (/\p{L}/u.test(typed)) return named(typed)
  const iso = /^(\d{4})[-./ ](\d{1,2})[-./ ](\d{1,2})$/.exec(typed)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const apart = /^(\d{1,4})\s*[-./ ]\s*(\d{1,2})\s*[-./ ]\s*(\d{1,4})\.?$/.exec(typed)
  if (apart) return counted(apart.slice(1).map(Number))
  if (!/^\d{8}$/.test(typed)) return null
  const cut = (parts: readonly Part[]) => {
    let place = 0
    return parts.map((part) => Number(typed.slice(place, (place += part === 'year' ? 4 : 2))))
  }
  const own = order(formatting())
  const [year = 0, month = 0, day = 0] = (['year', 'month', 'day'] as const).map((part) => cut(own)[own.indexOf(part)])
  return dayOf(year, month, day) ?? dayOf(Number(typed.slice(0, 4)), Number(typed.slice(4, 6)), Number(typed.slice(6)))
}
