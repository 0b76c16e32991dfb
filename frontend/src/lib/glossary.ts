import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

interface Entry {
  term: MessageDescriptor
  meaning: MessageDescriptor
}

/** The terms of the trade, as this product uses them: "we" is the finance company, "you" the company that sells. */
export const glossary = {
  factoring: {
    term: msg`Factoring`,
    meaning: msg`Selling unpaid invoices: you get most of the money at once and the rest, less fees, when your buyer pays.`,
  },
  reverseFactoring: {
    term: msg`Reverse factoring`,
    meaning: msg`A buyer offers its suppliers early payment of invoices it has approved and still pays on the due date. Also called supply chain finance.`,
  },
  buyer: { term: msg`Buyer`, meaning: msg`The company that receives and pays your invoice. In factoring it is called the debtor.` },
  advance: { term: msg`Advance, advance rate`, meaning: msg`The part of the face that we pay for at once, before fees; the rate is that part in per cent.` },
  reserve: { term: msg`Reserve`, meaning: msg`The rest of the face, held back until the debtor has paid, and released to you less charges and deductions.` },
  recourse: {
    term: msg`Recourse`,
    meaning: msg`Our right to hand an unpaid receivable back to the seller; without it we bear the loss when a debtor fails to pay, but not when it rightly disputes the invoice.`,
  },
  assignment: { term: msg`Assignment`, meaning: msg`The legal transfer of the receivable to us; a notice of assignment tells the debtor to pay us.` },
  dilution: { term: msg`Dilution`, meaning: msg`Whatever lowers what is paid on an invoice although the debtor could pay: credit notes, disputes, deductions.` },
  agedReceivables: {
    term: msg`Aged receivables report`,
    meaning: msg`All open invoices, grouped by buyer and how long they are overdue. Your accounting software prints it as an aged debtors or open items report.`,
  },
  turnover: { term: msg`Turnover`, meaning: msg`What the company invoiced in a year, excluding VAT.` },
  expectedVolume: { term: msg`Expected yearly volume`, meaning: msg`What you expect to invoice this buyer in a year. It helps us set a limit and isn’t binding.` },
  paymentTerms: { term: msg`Payment terms`, meaning: msg`The days from the invoice date to the due date, such as 30 or 60.` },
  registrationNumber: {
    term: msg`Registration number`,
    meaning: msg`The company’s number in the commercial register, such as HRB 12345 or 01234567.`,
  },
  taxNumber: {
    term: msg`Tax or VAT number`,
    meaning: msg`A VAT number starts with a country code, such as DE136695976. If you have none, enter the number your tax office uses.`,
  },
  beneficialOwner: {
    term: msg`Beneficial owner`,
    meaning: msg`Anyone who directly or indirectly holds at least 25% of the company, or controls it. Anti-money-laundering law requires us to identify them.`,
  },
  signatory: { term: msg`Signatory`, meaning: msg`Anyone authorised to sign contracts for the company, alone or with others.` },
  iban: { term: msg`IBAN`, meaning: msg`The international number of a bank account: country code, check digits and account. You’ll find it on your bank statement.` },
  bic: { term: msg`BIC`, meaning: msg`A bank’s international code of 8 or 11 characters, also called SWIFT code.` },
  // The thirty terms of financing; advance, reserve, assignment, dilution and recourse stand above.
  facility: { term: msg`Facility`, meaning: msg`The agreement, in one currency, under which we buy receivables, with its limit and terms.` },
  terms: { term: msg`Terms`, meaning: msg`The price and rules of a facility; new terms apply only to what is sold after you accept them.` },
  limit: { term: msg`Limit`, meaning: msg`The most that may be in use under a facility, or be open against one debtor across all sellers, at one time.` },
  debtor: { term: msg`Debtor`, meaning: msg`The company that owes the money on an invoice; you call it your buyer.` },
  receivable: { term: msg`Receivable`, meaning: msg`The right to be paid what is owed on one invoice; this is what you sell.` },
  face: { term: msg`Face`, meaning: msg`The invoice total, tax included.` },
  discount: {
    term: msg`Discount`,
    meaning: msg`The charge for time, counted by the day: in factoring on the outstanding advance, taken at settlement; in a programme on the face, taken from the payout.`,
  },
  serviceFee: { term: msg`Service fee`, meaning: msg`A share of the face, with a minimum per invoice, for taking on and managing the receivable.` },
  offer: { term: msg`Offer`, meaning: msg`A priced proposal to buy one receivable, valid until the time it shows.` },
  acceptance: { term: msg`Acceptance`, meaning: msg`Your agreement to an offer; it sells the receivable to us.` },
  verification: { term: msg`Verification`, meaning: msg`Our check that an invoice is genuine and that the debtor will pay it, by link, call, portal or document.` },
  payout: { term: msg`Payout`, meaning: msg`Money we send to a seller or supplier, with an advice that explains it to the cent.` },
  receipt: { term: msg`Receipt`, meaning: msg`Money that arrives from a debtor; it counts from the bank’s value day.` },
  open: { term: msg({ message: 'Open balance', context: 'glossary' }), meaning: msg`What is left of the face after payments, credit notes and other deductions.` },
  out: { term: msg({ message: 'Outstanding advance', context: 'glossary' }), meaning: msg`The part of the advance that we haven’t got back yet.` },
  settlement: {
    term: msg`Settlement`,
    meaning: msg`The final account of a receivable once nothing is open: the reserve is released, or the seller owes what is missing.`,
  },
  dispute: { term: msg`Dispute`, meaning: msg`A debtor’s objection to an invoice, with an amount and a reason.` },
  cover: { term: msg`Cover`, meaning: msg`The share of a credit loss that we bear: 0% is full recourse, 100% is without recourse.` },
  chargeBack: { term: msg`Charge back`, meaning: msg`Handing an unpaid receivable back to the seller, who then owes us the outstanding advance and the charges.` },
  writeOff: { term: msg`Write-off`, meaning: msg`Closing an unpaid receivable as a loss: we bear the covered share, the seller the rest.` },
  setOff: { term: msg`Set-off`, meaning: msg`Using a payout to settle what the seller owes us, shown as a line of its own.` },
  suspense: { term: msg`Suspense`, meaning: msg`Money received that nobody has been able to match yet.` },
  programme: { term: msg`Programme`, meaning: msg`A buyer’s facility under which its enrolled suppliers can be paid early.` },
  payable: { term: msg`Payable`, meaning: msg`An invoice as the buyer sees it; approving it is an irrevocable promise to pay that amount on that day.` },
  earlyPayment: { term: msg`Early payment`, meaning: msg`Payment of an approved payable to the supplier before the due date, less the discount and any fees.` },
} satisfies Record<string, Entry>

export type Term = keyof typeof glossary
