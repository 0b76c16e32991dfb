import { msg, t } from '@lingui/core/macro'
import { i18n } from '@/lib/i18n'

/**
 * What the server says of fields and of what is missing. The server speaks English; its sentences are the keys under
 * which the catalogues keep those of the other languages. One that is not listed is shown as it came.
 */
export const serverTexts = [
  msg({ id: 'A BIC has 8 or 11 characters, such as DEUTDEFF.' }),
  msg({ id: 'A percentage lies between 0 and 100 and has at most two decimals.' }),
  msg({ id: 'A percentage lies between 0 and 100.' }),
  msg({ id: 'A person named here is at least 18 years old.' }),
  msg({ id: 'Add at least one buyer whose invoices you want to sell.' }),
  msg({ id: 'An account number has 4 to 34 letters and digits.' }),
  msg({ id: 'An amount cannot be negative.' }),
  msg({ id: 'An e-mail address has at most 254 characters.' }),
  msg({ id: 'Ask for at least one document.' }),
  msg({ id: 'Choose a country from the list.' }),
  msg({ id: 'Choose a currency from the list.' }),
  msg({ id: 'Choose a file.' }),
  msg({ id: 'Choose one of the list.' }),
  msg({ id: 'Choose reasons of the list.' }),
  msg({ id: 'Choose what the document is.' }),
  msg({ id: 'Choose what this person is to the company.' }),
  msg({ id: 'Choose what you want to use Sooner for.' }),
  msg({ id: 'Enter a password.' }),
  msg({ id: 'Enter a valid phone number for this country.' }),
  msg({ id: 'Enter a web address such as https://example.com.' }),
  msg({ id: 'Enter an e-mail address such as name@example.com.' }),
  msg({ id: 'Enter the phone number with its country code, such as +4915112345678.' }),
  msg({ id: 'Give a date as YYYY-MM-DD.' }),
  msg({ id: 'Give at least one reason.' }),
  msg({ id: 'Give the BIC that goes with the account number.' }),
  msg({ id: 'Give the IBAN, or an account number with a BIC.' }),
  msg({ id: 'Give the city of the registered address.' }),
  msg({ id: 'Give the country of registration.' }),
  msg({ id: 'Give the currency of the account.' }),
  msg({ id: 'Give the date of birth.' }),
  msg({ id: 'Give the date of incorporation, or of the start of business.' }),
  msg({ id: 'Give the first name.' }),
  msg({ id: 'Give the holder of the account.' }),
  msg({ id: 'Give the industry.' }),
  msg({ id: 'Give the last name.' }),
  msg({ id: 'Give the legal form.' }),
  msg({ id: 'Give the legal name of the company.' }),
  msg({ id: 'Give the nationality.' }),
  msg({ id: 'Give the postal code of the registered address.' }),
  msg({ id: 'Give the registration number of the company.' }),
  msg({ id: 'Give the share of this owner: 25 % or more.' }),
  msg({ id: 'Give the street of the registered address.' }),
  msg({ id: 'Give the tax or VAT number.' }),
  msg({ id: 'Give the turnover of the last year.' }),
  msg({ id: 'Leave your name and e-mail address out of the password.' }),
  msg({ id: 'Look for fewer words.' }),
  msg({ id: 'Name at least one director.' }),
  msg({ id: 'Name at least one owner.' }),
  msg({ id: 'Name at least one person who may sign for the company.' }),
  msg({ id: 'Name at most 50 people.' }),
  msg({ id: 'Payment terms lie between 1 and 365 days.' }),
  msg({ id: 'This company is on your list already.' }),
  msg({ id: 'Remove the invisible control characters.' }),
  msg({ id: 'Say why; the applicant reads it.' }),
  msg({ id: 'The check digits of this IBAN do not match. Compare it with your bank statement.' }),
  msg({ id: 'The shares add up to more than 100 %.' }),
  msg({ id: 'This amount is too large.' }),
  msg({ id: 'This country has no IBANs. Give an account number and a BIC instead.' }),
  msg({ id: 'This day lies in the future.' }),
  msg({ id: 'This is not a complete IBAN.' }),
  msg({ id: 'This is not the address of your account.' }),
  msg({ id: 'This is not your password.' }),
  msg({ id: 'This is required.' }),
  msg({ id: 'This password is too common. Try a few unrelated words.' }),
  msg({ id: 'Upload a PDF, PNG or JPEG file.' }),
  msg({ id: 'Use at least 12 characters.' }),
  msg({ id: 'Use at most 100 characters.' }),
  msg({ id: 'Use at most 128 characters.' }),
  msg({ id: 'Use at most 2,000 characters.' }),
  msg({ id: 'Use at most 200 characters.' }),
  msg({ id: 'Who holds 25 % or more is an owner.' }),
  msg({ id: 'The content is not that of a PDF, PNG or JPEG file, or not of the type its name says.' }),
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
