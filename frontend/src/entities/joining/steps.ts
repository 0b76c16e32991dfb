import { msg } from '@lingui/core/macro'

/** The steps of the form, in order. */
export const steps = [
  { id: 'company', title: msg`Company` },
  { id: 'people', title: msg`People` },
  { id: 'bank', title: msg`Bank account` },
  { id: 'buyers', title: msg`Buyers` },
  { id: 'documents', title: msg`Documents` },
  { id: 'submit', title: msg`Check and submit` },
] as const

export type FormStep = (typeof steps)[number]
export type StepId = FormStep['id']

export function toStep(text: string | null, among: readonly FormStep[]): StepId {
  return among.find(({ id }) => id === text)?.id ?? 'company'
}

/** Where in the form something is asked for. */
export function stepOf(field: string): StepId {
  if (field.startsWith('company')) return 'company'
  if (field.startsWith('people')) return 'people'
  if (field.startsWith('bankAccount')) return 'bank'
  return field.startsWith('buyers') ? 'buyers' : 'documents'
}
