import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { byCode } from '@/lib/codes'
import { textIfWhole } from '@/lib/i18n'
import { formatNumber, formatPercent } from '@/lib/numbers'
import type { Schemas } from './client'

/** Only a program that breaks the contract is told this: the server's own sentence will do. */
const FOR_PROGRAMS = null

/** Why a value is refused, with its limits by their names: a code without a text does not compile. */
export const invalidTexts = byCode<Schemas['InvalidCode'], MessageDescriptor | null>({
  required: msg`This is required.`,
  too_short: msg({ message: 'Use at least {min} characters.' }),
  too_long: msg({ message: 'Use at most {max} characters.' }),
  control_characters: msg`Remove the invisible control characters.`,
  not_listed: msg`Choose an option from the list.`,
  named_twice: msg`This is named twice.`,
  out_of_range: msg({ message: 'Enter {min} to {max}.' }),
  too_many: msg({ message: 'List at most {max}.' }),
  country_unknown: msg`Choose a country from the list.`,
  currency_unknown: msg`Choose a currency from the list.`,
  date_malformed: msg`Enter a valid date, such as 2026-12-31.`,
  date_in_future: msg`Use today’s date or an earlier one.`,
  date_in_past: msg`Use today’s date or a later one.`,
  date_closed: msg`Choose a business day, not a weekend or a bank holiday.`,
  date_before_first: msg`Choose a last day on or after the first.`,
  time_malformed: msg`Enter a time of day, such as 14:00.`,
  web_address_implausible: msg`Enter a web address such as https://example.com.`,
  email_implausible: msg`Enter an e-mail address such as name@example.com.`,
  email_too_long: msg({ message: 'Use at most {max} characters.' }),
  phone_implausible: msg`Enter a valid phone number for this country.`,
  phone_without_calling_code: msg`Enter the phone number with its country code, such as +4915112345678.`,
  calling_code_mismatch: FOR_PROGRAMS,
  amount_zero: msg`Enter an amount above 0.`,
  amount_negative: msg`Enter an amount of 0 or more.`,
  amount_too_small: msg({ message: 'Enter {min} or more.' }),
  amount_too_large: msg`Enter a smaller amount.`,
  amount_malformed: msg`Enter an amount such as 1234.50.`,
  amount_ambiguous: msg`This may be thousands or decimals. Write 1234.00.`,
  percentage_out_of_range: msg({ message: 'Enter 0 to {max}.' }),
  percentage_inexact: msg({ message: 'Enter 0 to {max}, with at most two decimals.' }),
  whole_in_programme: msg`In a programme this is always 100%.`,
  due_before_payout: msg`Use a due date after the payout.`,
  nothing_to_pay: msg`Enter a larger amount: fees and discount would use up the advance.`,
  not_possible: msg`This isn’t possible here.`,
  password_missing: msg`Enter a password.`,
  password_personal: msg`Leave your name and e-mail address out of the password.`,
  password_wrong: msg`This password is wrong.`,
  password_common: msg`This password is too common. Try a few unrelated words.`,
  already_member: msg`This person is already a member.`,
  other_address: msg`This isn’t your account’s e-mail address.`,
  payment_terms_out_of_range: msg({ message: 'Enter {min} to {max} days.' }),
  buyer_listed: msg`This company is already on your list.`,
  supplier_listed: msg`This supplier is already on your list.`,
  supplier_unlisted: msg`This supplier isn’t on your list.`,
  own_company: msg`This is your own company.`,
  payable_listed: msg`You have another payable to this supplier with this number.`,
  programme_missing: msg`You have no programme in this currency.`,
  supplier_ambiguous: msg`Several suppliers have this name. Use the registration number.`,
  buyer_status_unknown: FOR_PROGRAMS,
  buyer_decision_unknown: FOR_PROGRAMS,
  too_many_people: msg({ message: 'Add at most {max} people.' }),
  person_id_unusable: FOR_PROGRAMS,
  iban_incomplete: msg`Enter the complete IBAN.`,
  iban_mistyped: msg`The check digits of this IBAN don’t match. Check it against your bank statement.`,
  country_without_ibans: msg`This country doesn’t use IBANs. Enter the account number instead.`,
  sort_code_incomplete: msg`Enter the 6 digits of the sort code, such as 12-34-56.`,
  routing_number_incomplete: msg`Enter the 9 digits of the routing number.`,
  routing_number_mistyped: msg`There’s no such routing number. Check it against your bank statement.`,
  account_number_implausible: msg({ message: 'Enter {min} to {max} letters and digits.' }),
  bic_implausible: msg`Enter 8 or 11 characters, such as DEUTDEFF.`,
  document_kind_unknown: msg`Choose a document type.`,
  file_missing: msg`Choose a file.`,
  table_unreadable: msg`This isn’t a CSV or Excel file (.xlsx).`,
  table_empty: msg`The table has no rows below its headings.`,
  column_missing: FOR_PROGRAMS,
  statement_unreadable: msg`This isn’t a bank statement (camt.053).`,
  statement_too_long: msg({ message: 'This file is too large. A statement has at most {max} entries.' }),
  xml_malformed: msg({ message: 'The file is damaged or cut off at line {line}.' }),
  statement_line_unreadable: msg({ message: 'The entry at line {line} of the file can’t be read.' }),
  statement_line_ahead: msg({ message: 'The entry at line {line} of the file is booked on a future day.' }),
  balances_differ: msg({ message: 'The statement at line {line} of the file doesn’t add up to its closing balance.' }),
  details_differ: msg({ message: 'The details of the entry at line {line} of the file don’t add up to its amount.' }),
  statement_altered: msg({ message: 'The entry at line {line} of the file was imported before with another amount.' }),
  answer_unreadable: msg`This isn’t a bank’s answer to a payment file (pain.002).`,
  order_not_ours: msg`This file answers to no batch of ours.`,
  account_not_ours: msg`None of the accounts in this file is ours.`,
  file_type_unsupported: msg`Upload a PDF, PNG or JPEG file.`,
  file_empty: msg`The file is empty.`,
  file_type_mismatch: msg`This isn’t a PDF, PNG or JPEG file, or its extension doesn’t match its content.`,
  file_damaged: msg`The file is damaged or cut off. Save or scan it again.`,
  image_too_large: msg({ message: 'The image has more than {max} megapixels, or more than 12,000 pixels on a side.' }),
  verdict_unknown: FOR_PROGRAMS,
  rejection_unexplained: msg`Enter a reason. The applicant will see it.`,
  disapproval_unexplained: msg`Choose at least one reason.`,
  disapproval_reason_unknown: msg`Choose reasons from the list.`,
  no_document_requested: msg`Request at least one document.`,
  cursor_of_other_order: FOR_PROGRAMS,
  malformed: FOR_PROGRAMS,
  field_unknown: FOR_PROGRAMS,
  kind_after_file: FOR_PROGRAMS,
  status_unknown: FOR_PROGRAMS,
  cursor_unknown: FOR_PROGRAMS,
  flag_malformed: FOR_PROGRAMS,
  instant_malformed: FOR_PROGRAMS,
  too_far_ahead: FOR_PROGRAMS,
  search_too_long: msg`Use fewer search words.`,
  idempotency_key_malformed: FOR_PROGRAMS,
})

/**
 * Why a value is refused, as people read it; null where this version has no words for it, or lacks a limit they name. The range
 * of a share is told in per cent: the server has it in basis points.
 */
export function invalidText({ code, params }: Schemas['InvalidBody'], isShare = false): string | null {
  const known = invalidTexts.find(code)
  const said = (limit: number) => (isShare && code === 'out_of_range' ? formatPercent(limit / 10_000, 2) : formatNumber(limit))
  const limits = Object.fromEntries(Object.entries(params).map(([name, limit]) => [name, said(limit)]))
  return (known && textIfWhole(known, limits)) ?? null
}
