import { currencyOf } from '@/entities/company/currency'
import { onlySupplies } from '@/entities/company/sells'
import type { FormValues } from './form-values'
import { answersOf } from './merge'
import type { StepId } from '@/entities/joining/steps'

/** What can be filled in for somebody, by the server's names of the fields. */
export type Suggestions = Readonly<Record<string, string>>

/** Which fields a step suggests, where the suggestion comes from what is known of the account or of the company. */
function knownFor(step: StepId, { company }: FormValues, country: string | null | undefined): Record<string, string | null> {
  if (step === 'company') return { 'company.country': country ?? null, 'company.address.country': country ?? null }
  if (step === 'bank') return { 'bankAccount.holder': company.legalName.trim() || null, 'bankAccount.currency': currencyOf(company.country) }
  return {}
}

const place = (user: string) => `onboardingSuggested:${user}`

function suggestedBefore(user: string): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(place(user)) ?? '[]')
    return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

/**
 * What a step suggests now: only where nothing of it is answered yet, and each field once on this device. So nothing that was
 * cleared comes back, nor what was left blank on another device.
 */
export function suggest(user: string, step: StepId, values: FormValues, country: string | null | undefined): Suggestions {
  const prefix = step === 'bank' ? 'bankAccount.' : `${step}.`
  const isAnswered = ([field, value]: [string, unknown]) => {
    if (!field.startsWith(prefix) || field === 'company.yearlyTurnover') return false
    // That answer came with a customer's invitation.
    if (field === 'company.wants' && onlySupplies(values.company)) return false
    return Array.isArray(value) ? value.length > 0 : value !== '' && value !== undefined
  }
  if ([...answersOf(values)].some(isAnswered) || (step === 'company' && values.company.turnover.amount !== '')) return {}
  const before = suggestedBefore(user)
  const known = Object.entries(knownFor(step, values, country)).filter((pair): pair is [string, string] => pair[1] !== null && !before.includes(pair[0]))
  return Object.fromEntries(known)
}

/** Remembers what was suggested. */
export function rememberSuggested(user: string, fields: readonly string[]): void {
  try {
    localStorage.setItem(place(user), JSON.stringify([...new Set([...suggestedBefore(user), ...fields])]))
  } catch {
    // It is suggested once more, where nothing else is answered.
  }
}
