import { plural, t } from '@lingui/core/macro'

/** How long one has to wait after too many attempts: in minutes, where seconds say nothing. */
export function waiting(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes > 2) return t`Too many attempts. You can try again in ${plural(minutes, { one: '# minute', other: '# minutes' })}.`
  return t`Too many attempts. You can try again in ${plural(seconds, { one: '# second', other: '# seconds' })}.`
}
