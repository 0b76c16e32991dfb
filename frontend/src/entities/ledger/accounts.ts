import { msg } from '@lingui/core/macro'
import type { components } from '@/api/schema'
import { labels } from '@/lib/codes'

type Schemas = components['schemas']
export type AccountKind = Schemas['AccountKind']

/** What the accounts are called, in the order of a balance sheet, then of a profit and loss account. */
export const accountKinds = labels<AccountKind>({
  bank: msg({ message: 'Bank', context: 'ledger' }),
  receivables_purchased: msg({ message: 'Receivables purchased', context: 'ledger' }),
  sellers_owe: msg({ message: 'Owed by sellers', context: 'ledger' }),
  debtors_owe: msg({ message: 'Owed by debtors (refunds)', context: 'ledger' }),
  late_charges_due: msg({ message: 'Late charges due', context: 'ledger' }),
  payouts_in_transit: msg({ message: 'Payouts in transit', context: 'ledger' }),
  reserves: msg({ message: 'Reserves', context: 'ledger' }),
  sellers_payable: msg({ message: 'Payable to sellers', context: 'ledger' }),
  debtor_credits: msg({ message: 'Debtors’ credits', context: 'ledger' }),
  suspense: msg({ message: 'Suspense', context: 'ledger' }),
  unearned_discount: msg({ message: 'Unearned discount', context: 'ledger' }),
  buyer_rebates: msg({ message: 'Rebates to buyers', context: 'ledger' }),
  tax_payable: msg({ message: 'Tax payable', context: 'ledger' }),
  capital: msg({ message: 'Capital', context: 'ledger' }),
  discount_income: msg({ message: 'Discount income', context: 'ledger' }),
  service_fees: msg({ message: 'Service fees', context: 'ledger' }),
  payout_fees: msg({ message: 'Payout fees', context: 'ledger' }),
  late_charges: msg({ message: 'Late charges', context: 'ledger' }),
  credit_losses: msg({ message: 'Credit losses', context: 'ledger' }),
  bank_charges: msg({ message: 'Bank charges', context: 'ledger' }),
})

/** What is booked by hand. */
export const manualEvents = labels<Schemas['ManualEvent']>({
  capital: msg({ message: 'Capital paid in', context: 'ledger' }),
  capital_out: msg({ message: 'Capital taken out', context: 'ledger' }),
  bank_charge: msg({ message: 'Bank charge', context: 'ledger' }),
  charge_returned: msg({ message: 'Bank charge returned', context: 'ledger' }),
})

/** Whether money comes in by it; by the others it goes out. */
export const comesIn = (event: Schemas['ManualEvent']): boolean => event === 'capital' || event === 'charge_returned'

/** What was booked. */
export const ledgerEvents = labels<Schemas['Event']>({
  capital: msg({ message: 'Capital paid in', context: 'ledger' }),
  capital_out: msg({ message: 'Capital taken out', context: 'ledger' }),
  bank_charge: msg({ message: 'Bank charge', context: 'ledger' }),
  charge_returned: msg({ message: 'Bank charge returned', context: 'ledger' }),
  funded: msg({ message: 'Receivable bought', context: 'ledger' }),
  payout_released: msg({ message: 'Payout released', context: 'ledger' }),
  payout_executed: msg({ message: 'Payout executed', context: 'ledger' }),
  payout_returned: msg({ message: 'Payout returned', context: 'ledger' }),
  payout_repriced: msg({ message: 'Priced for another payout day', context: 'ledger' }),
  receipt: msg({ message: 'Receipt', context: 'ledger' }),
  receipt_unexplained: msg({ message: 'Receipt in suspense', context: 'ledger' }),
  receipt_explained: msg({ message: 'Receipt matched', context: 'ledger' }),
  receipt_taken_back: msg({ message: 'Receipt taken back', context: 'ledger' }),
  forwarded: msg({ message: 'Passed on by the seller', context: 'ledger' }),
  set_off: msg({ message: 'Set-off', context: 'ledger' }),
  credit_note: msg({ message: 'Credit note', context: 'ledger' }),
  deduction: msg({ message: 'Deduction', context: 'ledger' }),
  settled: msg({ message: 'Settlement', context: 'ledger' }),
  late_charge: msg({ message: 'Late charge', context: 'ledger' }),
  late_charge_paid: msg({ message: 'Late charge paid', context: 'ledger' }),
  charged_back: msg({ message: 'Charge back', context: 'ledger' }),
  written_off: msg({ message: 'Write-off', context: 'ledger' }),
  recovered: msg({ message: 'Recovery', context: 'ledger' }),
  passed_on: msg({ message: 'Passed on to the seller', context: 'ledger' }),
  credited_after_settlement: msg({ message: 'Credit note after settlement', context: 'ledger' }),
  debtor_credit_used: msg({ message: 'Debtor’s credit used', context: 'ledger' }),
  debtor_credit_refunded: msg({ message: 'Debtor’s credit refunded', context: 'ledger' }),
  rebate_paid: msg({ message: 'Rebate paid', context: 'ledger' }),
  seller_paid: msg({ message: 'Paid by the seller', context: 'ledger' }),
  given_up: msg({ message: 'Debt of the seller waived', context: 'ledger' }),
  debt_taken_back: msg({ message: 'Debt of the seller cancelled', context: 'ledger' }),
  refund_reclaimed: msg({ message: 'Refund claimed back from the debtor', context: 'ledger' }),
  debtor_credit_moved: msg({ message: 'Credit used on another account of the debtor', context: 'ledger' }),
  reclaim_paid: msg({ message: 'Claimed refund paid', context: 'ledger' }),
})
