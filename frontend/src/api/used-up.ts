import { msg, plural, t } from '@lingui/core/macro'
import { labels } from '@/lib/codes'
import { text } from '@/lib/i18n'
import type { Schemas } from './client'
import { usedUp } from './errors'

const MINUTE = 60
const HOUR = 60 * MINUTE

/** What there is no more of for now. */
const sentences = labels<Schemas['Allotment']>({
  writes: msg`You’ve made as many changes as an account can in an hour.`,
  reads: msg`You’ve opened as much as an account can in a minute.`,
  records: msg`You’ve made as many changes as an account can in a day.`,
  files: msg`You’ve stored as many files as an account can for now.`,
  readings: msg`Too many of your files were too large or too complex to read.`,
  invitations: msg`You’ve sent as many invitations as an account can in a day.`,
  mails: msg`No more mails can be sent to this address or from your account for now.`,
})

/** When there is some again of what was used up: in hours, where a day was. */
function thereIsMore(seconds: number): string {
  const [minutes, hours] = [Math.ceil(seconds / MINUTE), Math.ceil(seconds / HOUR)]
  if (hours > 2) return t`You can continue in ${plural(hours, { one: '# hour', other: '# hours' })}.`
  if (minutes > 2) return t`You can continue in ${plural(minutes, { one: '# minute', other: '# minutes' })}.`
  return t`You can continue in ${plural(seconds, { one: '# second', other: '# seconds' })}.`
}

usedUp.says = (of, seconds) => {
  const known = sentences.find(of)
  return known && `${text(known)} ${thereIsMore(seconds)}`
}
