import { fieldErrors } from '@/api/errors'
import type { Application, FieldChange } from '@/api/onboarding'
import { toBody, valueAt, type FormValues } from './form-values'
import { isSame } from './merge'

/** What was typed as the server takes it, and what cannot even be sent. */
export function changesOf(fields: readonly string[], values: FormValues, base: FormValues): { changes: FieldChange[]; errors: Record<string, string> } {
  const { body, errors } = toBody(values)
  const before = toBody(base).body
  const changes = fields
    .filter((field) => !(field in errors))
    .map((field) => ({ field, before: valueAt(before, field), after: valueAt(body, field) }))
    .filter((change) => !isSame(change.before, change.after))
  return { changes, errors }
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
    const refused = fieldErrors(error)
    if (Object.keys(refused).length === 0) throw error
    const rest = changes.flatMap((change) => without(change, Object.keys(refused)))
    // Nothing could be left out: it would only be refused again.
    if (isSame(rest, changes)) throw error
    return { application: rest.length > 0 ? await save(rest) : null, refused }
  }
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
