import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, type Schemas } from '@/api/client'
import { discountWord } from '@/lib/discount'
import { labels } from '@/lib/codes'
import { text } from '@/lib/i18n'

export type Month = Schemas['MonthBody']
export type MonthEntry = Schemas['MonthEntryBody']
export type Treatment = 'sale' | 'borrowing'
export type OwnLine = Schemas['OwnLineBody']

/** The company’s month, such as 2027-01, in a currency. */
export function useMonth(month: string, currency: string, isAsked: boolean) {
  return useQuery({
    queryKey: ['payments', 'month', month, currency],
    queryFn: async () => (await call((client) => client.GET('/semi-private/statements/{month}', { params: { path: { month }, query: { currency } } }))).data,
    placeholderData: keepPreviousData,
    enabled: isAsked,
  })
}

/** The same as entries for the company’s own books. */
export const ownJournal = async (month: string, currency: string, treatment: Treatment) =>
  (await call((client) => client.GET('/semi-private/statements/{month}/journal', { params: { path: { month }, query: { currency, treatment } } }))).data

/** Where it is as a paper. */
export const monthPaper = (month: string, currency: string): string => `/semi-private/statements/${month}/paper?currency=${currency}`

const monthEvents = labels<Schemas['MonthEvent']>({
  sold: msg`Invoices sold`,
  paid_out: msg`Payout`,
  payout_returned: msg`Returned payout, due again`,
  received: msg`Payments from buyers`,
  credited: msg`Credit notes and deductions`,
  fee: msg`Fees`,
  discount: msg({ message: 'Discount', context: 'price' }),
  late_charge: msg`Late charge`,
  tax: msg`Tax on fees`,
  released: msg`Reserve released`,
  owed_at_end: msg`Owed at the settlement`,
  set_off: msg`Set-off`,
  charged_back: msg`Charged back`,
  written_off: msg`Written off`,
  paid: msg`Your payments to us`,
  given_up: msg`Debt waived`,
})

/** What a movement is called where its company is paid in this way. */
export const monthEventLabel = ({ event, facilityKind }: Pick<MonthEntry, 'event' | 'facilityKind'>): string =>
  event === 'discount' ? discountWord(facilityKind) : monthEvents.labelOf(event)

export const monthFigures = labels<Schemas['MonthFigure']>({
  open: msg`Open on invoices sold`,
  out: msg`Outstanding advance`,
  reserve: msg({ message: 'Reserve', context: 'price' }),
  payable: msg`We owe you`,
  owed: msg`You owe us`,
})

/** What an account in the company’s own books is for. */
export const bookRoles = labels<Schemas['BookRole']>({
  trade_receivables: msg`Trade receivables`,
  bank: msg({ message: 'Bank', context: 'account' }),
  due_from_house: msg`Due from finance company`,
  owed_to_house: msg`Owed to finance company`,
  reserve: msg`Reserve held by finance company`,
  loan: msg`Loan from finance company`,
  fees: msg`Fees for receivables finance`,
  interest: msg`Interest expense`,
  late_charges: msg`Late charges`,
  tax: msg`Input tax on fees`,
  losses: msg`Losses on receivables`,
  waived: msg`Income from debt waived`,
})

/** What an entry is about, in the company’s own books. */
const ownEvents: Partial<Record<Schemas['Event'], MessageDescriptor>> = {
  funded: msg`Invoice sold`,
  payout_released: msg({ message: 'Payout', context: 'price' }),
  payout_returned: msg`Payout returned`,
  payout_repriced: msg`Discount corrected`,
  receipt: msg`Payment from buyer`,
  receipt_explained: msg`Payment from buyer`,
  debtor_credit_used: msg`Payment from buyer`,
  forwarded: msg`Payment passed on to us`,
  seller_paid: msg`Your payment to us`,
  set_off: msg`Set-off`,
  credit_note: msg`Credit note`,
  deduction: msg`Deduction`,
  settled: msg({ message: 'Settlement', context: 'statement' }),
  charged_back: msg`Charged back`,
  written_off: msg`Written off`,
  recovered: msg`Recovery after write-off`,
  passed_on: msg`Payment passed on to you`,
  credited_after_settlement: msg`Credit note after settlement`,
  debt_taken_back: msg`Debt cancelled`,
  given_up: msg`Debt waived`,
}

/** What a line of its own journal is about: what, which invoice, which buyer. */
export function lineText({ event, invoice, debtor }: OwnLine): string {
  const known = ownEvents[event]
  return [known ? text(known) : null, invoice, debtor].filter(Boolean).join(', ')
}
