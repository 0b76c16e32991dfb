import { fieldErrors } from '@/api/errors'
import type { Application, FieldChange, FormBody } from '@/entities/application/api'
import { toBody, valueAt, type FormValues } from './form-values'
import { changedFields, isSame } from './merge'

/** What was sent of each field and not answered yet: the server may have taken any of it. */
export type Unanswered = Readonly<Record<string, readonly unknown[]>>

/** The fields the server does not have as they stand here, or may not have. */
export function openFields({ values, saved, unanswered }: { values: FormValues; saved: FormValues; unanswered: Unanswered }): string[] {
  const changed = changedFields(saved, values)
  const [here, there] = [values, saved].map(({ people }) => new Set(people.map(({ id }) => id))) as [Set<string>, Set<string>]
  // Typed and taken back: it may be there all the same. Of people, only of those who stayed, or came and went.
  const stands = (field: string) => {
    const id = personOf(field)
    if (id === undefined) return true
    return field.endsWith(']') ? !here.has(id) && !there.has(id) : here.has(id) && there.has(id)
  }
  return [...changed, ...Object.keys(unanswered).filter((field) => !changed.includes(field) && stands(field))]
}

const personOf = (field: string) => /^people\[([^\]]*)\]/.exec(field)?.[1]

/** What was typed as the server takes it, and what cannot even be sent. */
export function changesOf(fields: readonly string[], values: FormValues, base: FormValues, unanswered: Unanswered = {}): { changes: FieldChange[]; errors: Record<string, string> } {
  const { body, errors } = toBody(values)
  const was = toBody(base).body
  const changes = fields
    .filter((field) => !(field in errors))
    .map((field) => {
      const [before, after] = [valueAt(was, field), valueAt(body, field)]
      // Taken back what may have been saved: it is a change from that.
      return { field, before: isSame(before, after) ? (unanswered[field]?.at(-1) ?? before) : before, after }
    })
    .filter((change) => !isSame(change.before, change.after))
  return { changes, errors }
}

/** With what is being sent. */
export function sending(unanswered: Unanswered, changes: readonly FieldChange[]): Unanswered {
  const more = changes.map(({ field, after }) => {
    const others = (unanswered[field] ?? []).filter((one) => !isSame(one, after))
    return [field, [...others, after]] as const
  })
  return { ...unanswered, ...Object.fromEntries(more) }
}

/** Without what is known of these fields, and of the people among them, now. */
export function settled(unanswered: Unanswered, fields: readonly string[]): Unanswered {
  return Object.fromEntries(Object.entries(unanswered).filter(([field]) => !fields.some((one) => field === one || field.startsWith(`${one}.`))))
}

/** Whether what the server has in a field now is what it had, or what was sent from here: nobody else changed it. */
export function isOurs(field: string, now: FormBody, base: FormValues, unanswered: Unanswered): boolean {
  const was = toBody(base).body
  const sent = (name: string) => {
    const [whole = '', key] = name.split('].')
    // Of somebody new all was sent at once.
    const asNew = key === undefined ? [] : (unanswered[`${whole}]`] ?? []).map((one) => (one as Record<string, unknown> | null)?.[key])
    return [...(unanswered[name] ?? []), ...asNew]
  }
  const isKnown = (name: string) => [valueAt(was, name), ...sent(name)].some((one) => plain(one) === plain(valueAt(now, name)))
  if (isKnown(field)) return true
  const person = valueAt(now, field)
  const isStill = typeof person === 'object' && person !== null && valueAt(was, field) !== null
  return field.endsWith(']') && isStill && Object.keys(person).every((key) => isKnown(`${field}.${key}`))
}

/** An answer without what the server tidies up: spaces, small letters, the order of what is ticked; blank is blank. */
function plain(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(plain).sort().join()
  if (typeof value === 'object') return Object.entries(value).map(([key, part]) => `${key}=${plain(part)}`).sort().join()
  return String(value).replace(/\s/g, '').toLowerCase()
}

export interface Saved {
  /** As it is now; null where there was nothing to save. */
  application: Application | null
  /** What was refused and why. */
  refused: Record<string, string>
}

/** Saves changes; when some are refused, saves the others and answers why. */
export async function saveWhatCanBe(save: (changes: FieldChange[]) => Promise<Application>, changes: FieldChange[]): Promise<Saved> {
  try {
    return { application: await save(changes), refused: {} }
  } catch (error) {
    const refused = ofEachPerson(fieldErrors(error), changes)
    if (Object.keys(refused).length === 0) throw error
    const rest = changes.flatMap((change) => without(change, Object.keys(refused)))
    // Nothing could be left out: it would only be refused again.
    if (isSame(rest, changes)) throw error
    return { application: rest.length > 0 ? await save(rest) : null, refused }
  }
}

/** Where the list of people is full, that is said of each who was to be added. */
function ofEachPerson({ people, ...refused }: Record<string, string>, changes: readonly FieldChange[]): Record<string, string> {
  const added = changes.filter(({ field, before }) => field.endsWith(']') && (before ?? null) === null)
  if (people === undefined || added.length === 0) return people === undefined ? refused : { ...refused, people }
  return { ...refused, ...Object.fromEntries(added.map(({ field }) => [field, people])) }
}

/** A change without what was refused of it; somebody new is added without that answer. */
function without(change: FieldChange, refused: readonly string[]): FieldChange[] {
  const about = refused.filter((field) => field === change.field || field.startsWith(`${change.field}.`))
  if (about.length === 0) return [change]
  const isPerson = change.field.endsWith(']') && typeof change.after === 'object' && change.after !== null
  if (!isPerson || about.includes(change.field)) return []
  const blank = about.map((field) => field.slice(change.field.length + 1)).map((key) => [key, key === 'roles' ? [] : null] as const)
  return [{ ...change, after: { ...(change.after as object), ...Object.fromEntries(blank) } }]
}

/** Which of the fields were saved, and how the form stands with them: somebody new is there, without what was refused of them. */
export function takenOf(fields: readonly string[], values: FormValues, refused: readonly string[]): { taken: string[]; form: FormValues } {
  const isRefused = (field: string) => refused.some((one) => one === field || (!field.endsWith(']') && one.startsWith(`${field}.`)))
  const taken = fields.filter((field) => !isRefused(field))
  const people = values.people.map((person) => {
    if (!taken.includes(`people[${person.id}]`)) return person
    const blank = refused.filter((field) => field.startsWith(`people[${person.id}].`)).map((field) => field.split('.').at(-1) ?? '')
    return { ...person, ...Object.fromEntries(blank.map((key) => [key, key === 'roles' ? [] : ''])) }
  })
  return { taken, form: { ...values, people } }
}
