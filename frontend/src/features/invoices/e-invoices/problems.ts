import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { Schemas } from '@/api/client'
import { byCode, labels } from '@/lib/codes'
import { textIfWhole } from '@/lib/i18n'
import { formatMoney } from '@/lib/money'

type Problem = Schemas['InvoiceProblemBody']

/** What an invoice says where, as the standard of e-invoices (EN 16931) numbers it. */
const terms = labels<Schemas['Term']>({
  'BT-1': msg`Invoice number`,
  'BT-2': msg`Invoice date`,
  'BT-3': msg`Type of invoice`,
  'BT-5': msg`Currency`,
  'BT-9': msg`Due date`,
  'BT-20': msg`Payment terms`,
  'BT-24': msg`Rules of the e-invoice`,
  'BT-25': msg`Earlier invoice`,
  'BT-27': msg`Seller’s name`,
  'BT-44': msg`Buyer’s name`,
  'BT-81': msg`How to pay`,
  'BT-92': msg`Allowance on the invoice`,
  'BT-99': msg`Charge on the invoice`,
  'BT-106': msg`Sum of the lines`,
  'BT-107': msg`Sum of allowances`,
  'BT-108': msg`Sum of charges`,
  'BT-109': msg`Total without VAT`,
  'BT-110': msg`Total VAT`,
  'BT-112': msg`Total with VAT`,
  'BT-113': msg`Paid amount`,
  'BT-114': msg`Rounding`,
  'BT-115': msg`Amount due`,
  'BT-116': msg`Taxable amount`,
  'BT-117': msg`VAT amount`,
  'BT-119': msg`VAT rate`,
  'BT-131': msg`Net amount of a line`,
  'BT-DEX-002': msg`Amount collected for others`,
})

const anything = msg({ message: 'can’t be read: “{text}”' })
const differs = msg({ message: 'says {stated}, should be {expected}' })
const wrong = msg`doesn’t add up`

/** What is wrong there: the first of these whose values are known. */
const problems = byCode<Schemas['ProblemCode'], readonly MessageDescriptor[]>({
  missing: [msg({ message: 'missing', context: 'term' })],
  unreadable: [anything, msg`can’t be used as it stands`],
  other_currency: [msg({ message: 'in another currency than the invoice: “{text}”' }), msg`in another currency than the invoice`],
  not_invoice: [msg({ message: 'this is a credit note or a pro-forma invoice (type {text})' }), msg`this is a credit note or a pro-forma invoice`],
  nothing_due: [msg({ message: 'says {stated}, so there is nothing left to pay' }), msg`there is nothing left to pay`],
  line_total: [differs, wrong],
  allowance_total: [differs, wrong],
  charge_total: [differs, wrong],
  net_total: [differs, wrong],
  vat_total: [differs, wrong],
  gross_total: [differs, wrong],
  amount_due: [differs, wrong],
  tax_of_rate: [msg({ message: 'says {stated}; by its rate it would be {expected}' }), msg`doesn’t follow its rate`],
  taxable_of_lines: [msg({ message: 'says {stated}; the lines come to {expected}' }), msg`doesn’t follow the lines`],
  due_too_early: [msg`it has to be after the invoice date`],
  inexact: [msg({ message: 'has more decimals than the currency: “{text}”' }), msg`has more decimals than the currency`],
  rounded: [msg({ message: 'says {stated} instead of {expected}: rounded' }), msg`rounded`],
  discount_unread: [msg({ message: 'mentions a cash discount we can’t read: “{text}”' }), msg`mentions a cash discount we can’t read`],
  not_transferred: [msg({ message: 'not by transfer (code {text}), so we can’t buy it as it stands' }), msg`not by transfer, so we can’t buy it as it stands`],
  corrects: [msg({ message: 'it corrects or continues {text}. If that was sold, tell us instead' }), msg`it corrects or continues another one. If that was sold, tell us instead`],
  read_in_part: [msg`an old form of e-invoice (ZUGFeRD 1.0), read for number, dates, names and amount due. Check them`],
})

/** Stands for what the file says until the sentence is whole: the catalogue’s code would read `\\x3E` in it as a character. */
const QUOTED = '\uE000'

/** A problem of an e-invoice in plain words. */
export function problemText({ code, term, stated, expected, text }: Problem, currency: string | null | undefined): string {
  const amounts = currency ? Object.entries({ stated, expected }).flatMap(([name, amount]) => (typeof amount === 'number' ? [[name, formatMoney(amount, currency)] as const] : [])) : []
  const values = Object.fromEntries([...amounts, ...(text ? [['text', QUOTED] as const] : [])])
  const what = (problems.find(code) ?? []).map((descriptor) => textIfWhole(descriptor, values)).find((said) => said !== undefined) ?? code
  const where = terms.labelOf(term)
  const name = where === term ? term : `${where} (${term})`
  return t`${name}: ${what}`.replaceAll(QUOTED, () => text ?? '')
}
