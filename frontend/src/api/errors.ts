import { msg, t } from '@lingui/core/macro'
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { labels } from '@/lib/codes'
import { text } from '@/lib/i18n'
import { waiting } from '@/lib/patience'
import { ApiError, type Schemas } from './client'
import { invalidText } from './invalid'

/** A sentence for each failure the API knows: a code without one does not compile. */
const sentences = labels<Schemas['ErrorCode']>({
  malformed_request: msg`We couldn’t read the request. Reload the page and try again.`,
  invalid_input: msg`Check the marked fields.`,
  unauthenticated: msg`Your session has ended. Sign in again.`,
  wrong_credentials: msg`The e-mail address or password is wrong.`,
  verification_required: msg`Verify your phone number and e-mail address first.`,
  forbidden: msg`Your role doesn’t allow this.`,
  four_eyes: msg`You proposed this, so another person has to approve it.`,
  step_up_required: msg`Confirm that it’s you first.`,
  second_factor_required: msg`Enter the code from your authenticator app first.`,
  second_factor_missing: msg`Turn on two-factor sign-in first. You need it in the back office.`,
  second_factor_on: msg`Two-factor sign-in is already on.`,
  second_factor_off: msg`Two-factor sign-in is not on.`,
  code_refused: msg`This code is wrong or has expired. Enter the current one.`,
  not_found: msg`We can’t find this, or you don’t have access to it.`,
  request_timeout: msg`The request took too long. Try again.`,
  email_taken: msg`An account with this e-mail address already exists. Sign in instead.`,
  email_already_verified: msg`Your e-mail address is already verified.`,
  phone_taken: msg`This phone number belongs to another account.`,
  phone_already_verified: msg`Your phone number is already verified.`,
  phone_proof_refused: msg`We couldn’t verify your phone number. Request a new code.`,
  link_invalid: msg`This link no longer works. Request a new one.`,
  not_editable: msg`You can’t change the application at this stage.`,
  list_full: msg`This list is full. Remove an entry to make room.`,
  works_for_house: msg`Staff of the finance company stay members until their roles there have ended.`,
  last_owner: msg`A company needs an owner. Make someone else an owner first.`,
  last_admin: msg`There has to be an admin. Make someone else an admin first.`,
  company_in_use: msg`You belong to a company that is in use. Leave it before you join another one.`,
  approval_pending: msg`A change has already been proposed and is waiting for approval.`,
  approval_closed: msg`This was already decided or withdrawn, or has expired.`,
  facility_inactive: msg`This isn’t possible at this stage.`,
  limit_reached: msg`This doesn’t fit under a limit today.`,
  offer_changed: msg`The offer has changed. Check it again.`,
  duplicate_receivable: msg`An invoice with this number was already sold.`,
  not_possible: msg`This isn’t possible at this stage.`,
  too_many_documents: msg`You’ve reached the maximum of 20 documents.`,
  own_company: msg`This concerns your own company. A colleague has to decide.`,
  clock_not_movable: msg`Business time can’t be moved here.`,
  clock_backwards: msg`Business time only moves forward.`,
  conflict: msg`This was changed elsewhere in the meantime. Check it again.`,
  debtor_undecided: msg`Other debtors look like this buyer. Say whether it is one of them.`,
  debtor_merged: msg`This debtor was merged into another one.`,
  sold_on_both: msg`The same invoices are sold on both debtors. One of each has to end first.`,
  buyers_own_debtor: msg`The debtor has this buyer’s number. Merge the two debtors instead.`,
  buyer_sold: msg`Invoices to this buyer were sold. Merge the two debtors instead.`,
  stale_version: msg`This has changed in the meantime. Check it and try again.`,
  onboarding_incomplete: msg`The application is not complete yet.`,
  idempotency_mismatch: msg`You already sent this with different details. Reload the page and check what was saved.`,
  idempotency_key_required: msg`The request was incomplete. Reload the page and try again.`,
  file_too_large: msg`The file is too large. The maximum is 10 MB.`,
  body_too_large: msg`This is too large to send at once.`,
  unsupported_media_type: msg`This type of content isn’t supported.`,
  file_refused: msg`Upload a PDF, PNG or JPEG file.`,
  too_many_requests: msg`Too many attempts. Wait a moment and try again.`,
  unavailable: msg`A service we rely on isn’t responding. Try again in a moment.`,
  outcome_unknown: msg`We can’t tell whether this worked. Check, and try again if it didn’t.`,
  internal: msg`Something went wrong on our side.`,
})

/** How it is said what was used up and when there is more: what those who are signed in see brings it. */
export const usedUp: { says?: (of: Schemas['Allotment'], seconds: number) => string | undefined } = {}

/** What was used up, where the server names it and this version knows it: that is said in a sentence, not counted down. */
function usedUpOf({ problem, retryAt }: ApiError) {
  return problem?.usedUp && usedUp.says?.(problem.usedUp, secondsUntil(retryAt ?? 0))
}

function secondsUntil(time: number): number {
  return Math.max(1, Math.ceil((time - Date.now()) / 1000))
}

/** Whether it was given up on purpose: then there is nothing to tell. */
export function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

/** What to tell a person about a failure; nothing where they gave it up themselves. */
export function sentence(error: unknown): string {
  if (isCancelled(error)) return ''
  if (!(error instanceof ApiError)) return t`Something went wrong`
  if (error.retryAt !== null) return usedUpOf(error) ?? waiting(secondsUntil(error.retryAt))
  if (error.status === null) return t`Can’t reach Sooner. Check your connection and try again.`
  if (!error.problem) return t`Something went wrong`
  const { file } = fieldErrors(error)
  if (file) return file
  // A newer server may name failures this version has no sentence for.
  const known = sentences.find(error.problem.code)
  return known ? text(known) : t`Something went wrong`
}

/** When it may be tried again, in milliseconds since 1970, where the server asked for patience after too many attempts. */
export function retryAt(error: unknown): number | null {
  return error instanceof ApiError && !usedUpOf(error) ? error.retryAt : null
}

/** What `Failure` shows of a failure, if there is one. */
export function failure(error: unknown): { sentence: string | undefined; until: number | null } {
  return { sentence: error ? sentence(error) : undefined, until: retryAt(error) }
}

/**
 * What a failure says of whether a write was done. `unknown`: no answer came, or the server itself failed. `nothing`: it was
 * turned away before anybody looked whether it had been done before, which says nothing of an earlier attempt. `refused`: it
 * was not done, nor was an earlier attempt under the same key.
 */
export function outcomeOf(error: unknown): 'unknown' | 'nothing' | 'refused' {
  if (!(error instanceof ApiError)) return 'nothing'
  if (error.problem?.code === 'unavailable') return 'nothing'
  if (error.status === null || error.status >= 500) return 'unknown'
  return TURNED_AWAY.includes(error.status) ? 'nothing' : 'refused'
}

/** Not signed in, not allowed, too slow, too often. */
const TURNED_AWAY = [401, 403, 408, 429]

/**
 * What is wrong with each field: by its code, or in the server's words where a newer one knows a code this version does not.
 * The limits of a share are basis points, which people type as per cent.
 */
export function fieldErrors(error: unknown, isShare: (field: string) => boolean = () => false): Record<string, string> {
  const problem = error instanceof ApiError ? error.problem : null
  const fields: Record<string, string[]> = problem?.fields ?? {}
  const said = (field: string, sentence: string, index: number) => {
    const invalid = problem?.fieldCodes?.[field]?.[index]
    return (invalid && invalidText(invalid, isShare(field))) ?? sentence
  }
  return Object.fromEntries(Object.entries(fields).map(([field, sentences]) => [field, sentences.map((one, index) => said(field, one, index)).join(' ')]))
}

/** Shows what the server refused at the fields of a form, and says whether there was any. */
export function showFieldErrors<T extends FieldValues>(error: unknown, setError: UseFormSetError<T>, known: readonly Path<T>[]): boolean {
  const found = Object.entries(fieldErrors(error)).filter(([field]) => (known as readonly string[]).includes(field))
  found.forEach(([field, message], index) => {
    setError(field as Path<T>, { message }, { shouldFocus: index === 0 })
  })
  return found.length > 0
}
