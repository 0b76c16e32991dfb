import type { Path, PathValue, UseFormReturn } from 'react-hook-form'
import { byPlace, toPath, type FormValues } from './form-values'
import { answersOf, isSame } from './merge'

/** Shows other answers, without touching those that stay. */
export function showAnswers(form: UseFormReturn<FormValues>, values: FormValues): void {
  const now = form.getValues()
  const order = (one: FormValues) => one.people.map(({ id }) => id)
  if (!isSame(order(now), order(values))) form.setValue('people', values.people)
  const old = answersOf(now)
  for (const [field, value] of answersOf(values)) {
    if (isSame(old.get(field), value)) continue
    const path = toPath(byPlace(field, values)) as Path<FormValues>
    form.setValue(path, value as PathValue<FormValues, Path<FormValues>>)
  }
}

/** Shows at their places what was refused; answers it by those places. */
export function showRefused(form: UseFormReturn<FormValues>, refused: Record<string, string>): Record<string, string> {
  form.clearErrors()
  const here = Object.fromEntries(Object.entries(refused).map(([field, message]) => [byPlace(field, form.getValues()), message]))
  for (const [field, message] of Object.entries(here)) form.setError(toPath(field) as Path<FormValues>, { message })
  return here
}
