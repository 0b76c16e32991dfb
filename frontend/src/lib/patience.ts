import { plural, t } from '@lingui/core/macro'

const MINUTE = 60
const HOUR = 60 * MINUTE

/** How long one has to wait after too many attempts: in minutes, where seconds say nothing. */
export function waiting(seconds: number): string {
  const minutes = Math.ceil(seconds / MINUTE)
  if (minutes > 2) return t`Too many attempts. You can try again in ${plural(minutes, { one: '# minute', other: '# minutes' })}.`
  return t`Too many attempts. You can try again in ${plural(seconds, { one: '# second', other: '# seconds' })}.`
}

/** When there is some again of what was used up: in hours, where a day was. */
export function thereIsMore(seconds: number): string {
  const [minutes, hours] = [Math.ceil(seconds / MINUTE), Math.ceil(seconds / HOUR)]
  if (hours > 2) return t`You can go on in ${plural(hours, { one: '# hour', other: '# hours' })}.`
  if (minutes > 2) return t`You can go on in ${plural(minutes, { one: '# minute', other: '# minutes' })}.`
  return t`You can go on in ${plural(seconds, { one: '# second', other: '# seconds' })}.`
}
