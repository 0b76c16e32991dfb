import { plural, t } from '@lingui/core/macro'
import type { Requirement } from '@/entities/application/api'
import { requirementText } from '@/entities/application/requirements'
import { stepOf, steps } from './steps'

/** Something to be done before the application can be handed in. */
export interface Left {
  /** Where it is done: a field, a list, a kind of document or a step. */
  field: string
  message: string
  /** Whether an answer is wrong, rather than not there yet. */
  isWrong: boolean
}

/** Answers the server does not have. */
export interface Unsaved {
  /** What it would not take, and why, by field. */
  refused: Readonly<Record<string, string>>
  /** The fields it was not told yet. */
  open: readonly string[]
}

interface Parts extends Unsaved {
  /** What the server still asks for. */
  missing: readonly Requirement[]
  /** What was begun in this browser and would be left behind. */
  unfinished: readonly { field: string; message: string }[]
}

const order = (field: string) => steps.findIndex(({ id }) => id === stepOf(field))

/**
 * All that is left, each thing once, in the order of the form. The only place where it is counted: the bar, the steps, the
 * check page and the dashboard all say the same.
 */
export function leftOf({ missing, refused, open, unfinished }: Parts): Left[] {
  const wrong = Object.entries(refused).map(([field, message]) => ({ field, message, isWrong: true }))
  // A refused answer is missing at the server too.
  const asked = missing
    .filter(({ field }) => !(field in refused))
    .map((one) => ({ field: one.field, message: requirementText(one), isWrong: one.code === 'inconsistent' }))
  const told = [...wrong, ...asked].map(({ field }) => field)
  const untold = steps.flatMap(({ id }) => {
    const field = open.find((one) => stepOf(one) === id && !told.includes(one))
    return field === undefined ? [] : [{ field, message: t`Some answers aren’t saved yet.`, isWrong: false }]
  })
  const all = [...wrong, ...asked, ...untold, ...unfinished.map((one) => ({ ...one, isWrong: false }))]
  return all.sort((one, other) => order(one.field) - order(other.field))
}

/** How much of what is left, in words. */
export function leftText(left: readonly Left[]): string {
  const [documents, buyers] = ['documents', 'buyers'].map((step) => left.filter(({ field }) => stepOf(field) === step).length) as [number, number]
  const answers = left.length - documents - buyers
  const parts = [
    ...(answers > 0 ? [plural(answers, { one: '# answer', other: '# answers' })] : []),
    ...(buyers > 0 ? [plural(buyers, { one: '# buyer', other: '# buyers' })] : []),
    ...(documents > 0 ? [plural(documents, { one: '# document', other: '# documents' })] : []),
  ].join(', ')
  return t`Still missing: ${parts}.`
}
