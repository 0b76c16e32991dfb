import { msg, t } from '@lingui/core/macro'
import { i18n } from '@/lib/i18n'

/**
 * What the server says of fields and of what is missing. The server speaks English; its sentences are the keys under
 * which the catalogues keep those of the other languages. One that is not listed is shown as it came.
 */
export const serverTexts = [
  msg({ id: 'Enter 8 or 11 characters, such as DEUTDEFF.' }),
  msg({ id: 'Enter 0 to 100, with at most two decimals.' }),
  msg({ id: 'Enter 0 to 100.' }),
  msg({ id: 'This person must be at least 18 years old.' }),
  msg({ id: 'Add at least one buyer that you invoice.' }),
  msg({ id: 'Enter 4 to 34 letters and digits.' }),
  msg({ id: 'Enter an amount of 0 or more.' }),
  msg({ id: 'Use at most 254 characters.' }),
  msg({ id: 'Request at least one document.' }),
  msg({ id: 'Choose a country from the list.' }),
  msg({ id: 'Choose a currency from the list.' }),
  msg({ id: 'Choose a file.' }),
  msg({ id: 'Choose an option from the list.' }),
  msg({ id: 'Choose reasons from the list.' }),
  msg({ id: 'Choose a document type.' }),
  msg({ id: 'Choose at least one role.' }),
  msg({ id: 'Choose what you want to use Sooner for.' }),
  msg({ id: 'Enter a password.' }),
  msg({ id: 'Enter a valid phone number for this country.' }),
  msg({ id: 'Enter a web address such as https://example.com.' }),
  msg({ id: 'Enter an e-mail address such as name@example.com.' }),
  msg({ id: 'Enter the phone number with its country code, such as +4915112345678.' }),
  msg({ id: 'Enter a valid date, such as 2026-12-31.' }),
  msg({ id: 'Choose at least one reason.' }),
  msg({ id: 'Enter the BIC for this account number.' }),
  msg({ id: 'Enter your IBAN, or an account number and a BIC.' }),
  msg({ id: 'Enter the city.' }),
  msg({ id: 'Choose the country of registration.' }),
  msg({ id: 'Choose the account currency.' }),
  msg({ id: 'Enter the date of birth.' }),
  msg({ id: 'Enter the date of incorporation or the start of business.' }),
  msg({ id: 'Enter the first name.' }),
  msg({ id: 'Enter the account holder.' }),
  msg({ id: 'Choose the industry.' }),
  msg({ id: 'Enter the last name.' }),
  msg({ id: 'Choose the legal form.' }),
  msg({ id: 'Enter the legal name.' }),
  msg({ id: 'Choose the nationality.' }),
  msg({ id: 'Enter the postal code.' }),
  msg({ id: 'Enter the registration number.' }),
  msg({ id: 'Enter the ownership: 25% or more.' }),
  msg({ id: 'Enter the street and number.' }),
  msg({ id: 'Enter the tax or VAT number.' }),
  msg({ id: 'Enter last year’s turnover.' }),
  msg({ id: 'Leave your name and e-mail address out of the password.' }),
  msg({ id: 'Use fewer search words.' }),
  msg({ id: 'Add at least one director.' }),
  msg({ id: 'Add at least one beneficial owner.' }),
  msg({ id: 'Add at least one person authorised to sign.' }),
  msg({ id: 'Add at most 50 people.' }),
  msg({ id: 'Enter 1 to 365 days.' }),
  msg({ id: 'This company is already on your list.' }),
  msg({ id: 'Remove the invisible control characters.' }),
  msg({ id: 'Enter a reason. The applicant will see it.' }),
  msg({ id: 'The check digits of this IBAN don’t match. Check it against your bank statement.' }),
  msg({ id: 'The shares add up to more than 100%. Correct them.' }),
  msg({ id: 'Enter a smaller amount.' }),
  msg({ id: 'This country doesn’t use IBANs. Enter the account number instead.' }),
  msg({ id: 'Enter the 6 digits of the sort code, such as 12-34-56.' }),
  msg({ id: 'Enter the 9 digits of the routing number.' }),
  msg({ id: 'There’s no such routing number. Check it against your bank statement.' }),
  msg({ id: 'Enter the sort code, or your IBAN.' }),
  msg({ id: 'Enter the routing number.' }),
  msg({ id: 'Enter the account number.' }),
  msg({ id: 'Choose the country of the address.' }),
  msg({ id: 'Accounts with a routing number have no IBAN and no sort code. Keep what is of one account.' }),
  msg({ id: 'This sort code isn’t the one in the IBAN. Correct or remove it.' }),
  msg({ id: 'This account number isn’t the one in the IBAN. Correct or remove it.' }),
  msg({ id: 'Account numbers with a sort code have 6 to 8 digits.' }),
  msg({ id: 'Account numbers with a routing number have 4 to 17 digits.' }),
  msg({ id: 'Enter today’s date or an earlier one.' }),
  msg({ id: 'Enter the complete IBAN.' }),
  msg({ id: 'This isn’t your account’s e-mail address.' }),
  msg({ id: 'This password is wrong.' }),
  msg({ id: 'This is required.' }),
  msg({ id: 'This password is too common. Try a few unrelated words.' }),
  msg({ id: 'Upload a PDF, PNG or JPEG file.' }),
  msg({ id: 'Use at least 12 characters.' }),
  msg({ id: 'Use at most 100 characters.' }),
  msg({ id: 'Use at most 128 characters.' }),
  msg({ id: 'Use at most 2,000 characters.' }),
  msg({ id: 'Use at most 200 characters.' }),
  msg({ id: 'This person holds 25% or more: select “Owns 25% or more” as well.' }),
  msg({ id: 'This isn’t a PDF, PNG or JPEG file, or its extension doesn’t match its content.' }),
  msg({ id: 'The file is damaged or cut off. Save or scan it again.' }),
  msg({ id: 'The file is empty.' }),
  msg({ id: 'The image has more than 40 megapixels, or more than 12,000 pixels on a side.' }),
  msg({ id: 'Upload the certificate of incorporation.' }),
  msg({ id: 'Upload the proof of address.' }),
  msg({ id: 'Upload the identity document.' }),
  msg({ id: 'Upload the last bank statement.' }),
  msg({ id: 'Upload the latest annual accounts.' }),
  msg({ id: 'Upload the aged receivables report.' }),
]

/** The kinds of documents inside the server's sentences. */
const kinds: Record<string, () => string> = {
  'certificate of incorporation': () => t`certificate of incorporation`,
  'proof of address': () => t`proof of address`,
  'identity document': () => t`identity document`,
  'last bank statement': () => t`last bank statement`,
  'latest annual accounts': () => t`latest annual accounts`,
  'aged receivables report': () => t`aged receivables report`,
}

/** The server's sentences that hold something of this application. */
const patterns: [RegExp, (parts: string[]) => string][] = [
  [/^Person (\d+): (.*)$/s, ([number = '', rest = '']) => aboutPerson(number, serverText(rest))],
  [/^Upload the (.+?) again: (.*)$/s, ([kind = '', reason = '']) => again(kinds[kind]?.() ?? kind, reason)],
  [/^Upload the identity document of each of the (\d+) signatories\.$/, ([count = '']) => t`Upload the identity document of each of the ${count} signatories.`],
]

const aboutPerson = (number: string, what: string) => t`Person ${number}: ${what}`
const again = (kind: string, reason: string) => t`Upload the ${kind} again: ${reason}`

/** A sentence of the server in the language of the client. */
export function serverText(sentence: string): string {
  for (const [pattern, make] of patterns) {
    const found = pattern.exec(sentence)
    if (found) return make(found.slice(1))
  }
  return sentence in i18n.messages ? i18n._(sentence) : sentence
}
