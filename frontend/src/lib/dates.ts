import { t } from '@lingui/core/macro'
import { formatting } from './i18n'

/** A moment as people read it, in their own zone. */
export function formatInstant(instant: string): string {
  return new Intl.DateTimeFormat(formatting(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(instant))
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long ago, in the largest unit that fits, such as "3 days". */
export function formatSince(instant: string, now = Date.now()): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(instant)) / 1000))
  if (seconds < MINUTE) return t`less than a minute`
  const [value, unit] =
    seconds >= DAY ? [seconds / DAY, 'day'] : seconds >= HOUR ? [seconds / HOUR, 'hour'] : [seconds / MINUTE, 'minute']
  return new Intl.NumberFormat(formatting(), { style: 'unit', unit, unitDisplay: 'long' }).format(Math.floor(value))
}

/** A number of days as people read it. */
export function formatDays(days: number): string {
  return new Intl.NumberFormat(formatting(), { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days)
}

/** A day as people read it. */
export function formatDay(day: string): string {
  return new Intl.DateTimeFormat(formatting(), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}
