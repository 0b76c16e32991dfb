import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

interface Entry {
  term: MessageDescriptor
  meaning: MessageDescriptor
}

/** The words of the trade, as this product uses them. */
export const glossary = {
  factoring: {
    term: msg`Factoring`,
    meaning: msg`Selling unpaid invoices: you get most of the money at once, and the rest, less a fee, when your buyer pays.`,
  },
  reverseFactoring: {
    term: msg`Reverse factoring`,
    meaning: msg`The buyer arranges that its suppliers are paid early on invoices it has approved, and pays itself on the due date. Also called supply chain finance.`,
  },
  buyer: { term: msg`Buyer`, meaning: msg`The company an invoice is written to, and which pays it. Lawyers call it the debtor.` },
  advance: { term: msg`Advance, advance rate`, meaning: msg`The part of an invoice that is paid out at once. The rate is its share of the invoice, often 80 to 90 %.` },
  reserve: { term: msg`Reserve`, meaning: msg`The part of an invoice that is held back until the buyer has paid, for returns, discounts and disputes.` },
  fee: { term: msg`Fee`, meaning: msg`What the financing costs: a share of the invoice, and interest on the advance for the days until the buyer pays.` },
  recourse: {
    term: msg`Recourse`,
    meaning: msg`Who bears the loss when a buyer does not pay. With recourse you give the advance back; without recourse the financing company bears it.`,
  },
  assignment: { term: msg`Assignment`, meaning: msg`Handing over the claim to the money: after it the buyer owes the financing company instead of you.` },
  dilution: { term: msg`Dilution`, meaning: msg`What an invoice loses for reasons other than insolvency: returned goods, credit notes, discounts.` },
  agedReceivables: {
    term: msg`Aged receivables report`,
    meaning: msg`A list of all open invoices by buyer and by how long they have been due. Accounting software prints it, often under the name “open items”.`,
  },
  turnover: { term: msg`Turnover`, meaning: msg`What the company invoiced in a year, without value added tax.` },
  expectedVolume: { term: msg`Expected yearly volume`, meaning: msg`How much you expect to invoice this buyer in a year. It helps to set a limit; it binds you to nothing.` },
  paymentTerms: { term: msg`Payment terms`, meaning: msg`The days between the date of an invoice and the day it is due, such as 30 or 60.` },
  registrationNumber: {
    term: msg`Registration number`,
    meaning: msg`The number under which the commercial register or the register of companies keeps the company, such as HRB 12345 or 01234567.`,
  },
  taxNumber: {
    term: msg`Tax or VAT number`,
    meaning: msg`The number for value added tax begins with two letters of the country, such as DE136695976. Where there is none, the number the tax office uses will do.`,
  },
  beneficialOwner: {
    term: msg`Beneficial owner`,
    meaning: msg`A person who owns or controls a quarter of the company or more, also through other companies. The law against money laundering asks for them.`,
  },
  signatory: { term: msg`Signatory`, meaning: msg`A person who may sign contracts for the company, alone or together with another.` },
  iban: { term: msg`IBAN`, meaning: msg`The international number of a bank account: two letters of the country, two check digits, and the account. It stands on every bank statement.` },
  bic: { term: msg`BIC`, meaning: msg`The international code of a bank, of 8 or 11 characters, also called SWIFT code.` },
} satisfies Record<string, Entry>

export type Term = keyof typeof glossary
