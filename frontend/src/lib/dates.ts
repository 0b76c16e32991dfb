import { dateFormat, numberFormat, shown } from './formatters'
import { formatting } from './i18n'

/** A moment as people read it, in their own zone. */
export function formatInstant(instant: string): string {
  return dateFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(instant))
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

function secondsSince(instant: string, now: number): number {
  return Math.max(0, Math.round((now - Date.parse(instant)) / 1000))
}

/** In the largest unit that fits. */
function inUnits(seconds: number): [number, 'day' | 'hour' | 'minute'] {
  if (seconds >= DAY) return [Math.floor(seconds / DAY), 'day']
  return seconds >= HOUR ? [Math.floor(seconds / HOUR), 'hour'] : [Math.floor(seconds / MINUTE), 'minute']
}

/** When something was done, as seen from now, in the largest unit that fits, such as "3 days ago" or "this minute". */
export function formatAgo(instant: string, now = Date.now()): string {
  const [value, unit] = inUnits(secondsSince(instant, now))
  return new Intl.RelativeTimeFormat(formatting(), { numeric: value === 0 ? 'auto' : 'always' }).format(-value, unit)
}

/** A number of days as people read it. */
export function formatDays(days: number): string {
  return shown(numberFormat({ style: 'unit', unit: 'day', unitDisplay: 'long' }), days)
}

/** A day as people read it. */
export function formatDay(day: string): string {
  return dateFormat({ dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}

/** Whether this is a day as the API writes it. */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))

/** A day within a year everybody knows, such as "Sep 4". */
export function formatShortDay(day: string): string {
  return dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}

/** So many days later, or earlier. */
export function addDays(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** The day it is where one is, as the API writes it. */
export function isoDay(now: Date): string {
  const local = new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()))
  return local.toISOString().slice(0, 10)
}

/** How many days one is after the other; below zero where it is before. */
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
