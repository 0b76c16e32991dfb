import type { FormValues, PersonValues } from './form-values'

/** One answer as it is typed. */
type Typed = string | string[] | FormValues['company']['turnover']

/** The answers by the server's names, each person's under the person's id. */
export function answersOf({ company, people, bankAccount }: FormValues): Map<string, Typed> {
  const { address, turnover, wants, ...rest } = company
  const answers = new Map<string, Typed>()
  const add = (prefix: string, record: object) => {
    for (const [key, value] of Object.entries(record) as [string, Typed][]) answers.set(`${prefix}.${key}`, value)
  }
  add('company', rest)
  add('company.address', address)
  answers.set('company.yearlyTurnover', turnover)
  answers.set('company.wants', wants)
  for (const { id, ...person } of people) add(personField(id), person)
  add('bankAccount', bankAccount)
  return answers
}

export const personField = (id: string) => `people[${id}]`

/** Whether two answers say the same; the order in which several are ticked says nothing. */
export function isSame(one: unknown, other: unknown): boolean {
  const plain = (value: unknown) => JSON.stringify(Array.isArray(value) ? [...(value as string[])].sort() : value)
  return plain(one) === plain(other)
}

/** The answers that differ, people who came or went among them. */
export function changedFields(before: FormValues, after: FormValues): string[] {
  const [old, now] = [answersOf(before), answersOf(after)]
  const [oldIds, ids] = [before, after].map(({ people }) => people.map(({ id }) => id)) as [string[], string[]]
  const whole = [...ids.filter((id) => !oldIds.includes(id)), ...oldIds.filter((id) => !ids.includes(id))].map(personField)
  const isOfSomebodyNew = (field: string) => whole.some((one) => field.startsWith(`${one}.`))
  const single = [...now].filter(([field, value]) => !isOfSomebodyNew(field) && !isSame(old.get(field) ?? '', value)).map(([field]) => field)
  return [...single, ...whole]
}

/** The form with some of its answers taken from another. */
export function withAnswers(values: FormValues, from: FormValues, fields: readonly string[]): FormValues {
  const taken = (prefix: string, record: object, source: object) =>
    ({ ...record, ...Object.fromEntries(Object.entries(source).filter(([key]) => fields.includes(`${prefix}.${key}`))) })
  const { company, bankAccount } = values
  const source = from.company
  const person = (one: PersonValues): PersonValues => {
    const other = from.people.find(({ id }) => id === one.id)
    if (other && fields.includes(personField(one.id))) return other
    return other ? (taken(personField(one.id), one, other) as unknown as PersonValues) : one
  }
  const gone = (id: string) => fields.includes(personField(id)) && !from.people.some((one) => one.id === id)
  const come = from.people.filter(({ id }) => fields.includes(personField(id)) && !values.people.some((one) => one.id === id))
  return {
    company: {
      ...(taken('company', company, source) as unknown as FormValues['company']),
      address: taken('company.address', company.address, source.address) as unknown as FormValues['company']['address'],
      turnover: fields.includes('company.yearlyTurnover') ? source.turnover : company.turnover,
      wants: fields.includes('company.wants') ? source.wants : company.wants,
    },
    people: [...values.people.filter(({ id }) => !gone(id)).map(person), ...come],
    bankAccount: taken('bankAccount', bankAccount, from.bankAccount) as unknown as FormValues['bankAccount'],
  }
}

/** What the server's form became elsewhere, without what was typed here since. */
export function changedElsewhere({ before, theirs, typed }: { before: FormValues; theirs: FormValues; typed: readonly string[] }): string[] {
  // Who is removed elsewhere stays while something of them is being typed here.
  const isTyped = (field: string) => typed.some((one) => one === field || one.startsWith(`${field}.`) || field.startsWith(`${one}.`))
  return changedFields(before, theirs).filter((field) => !isTyped(field))
}
