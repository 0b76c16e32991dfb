import { paths } from '@/lib/paths'

const VIEWS = ['due', 'released', 'sent', 'statements', 'unexplained', 'receipts', 'credits', 'enter'] as const
export type DeskView = (typeof VIEWS)[number]

/** What an address shows; what is due where it says nothing that is known. */
export const viewIn = (asked: string | null): DeskView => VIEWS.find((view) => view === asked) ?? 'due'

export const addressOf = (view: DeskView): string => (view === 'due' ? paths.paymentsDesk : `${paths.paymentsDesk}?show=${view}`)

/** Where what the bank moved is booked by hand; `receipt`: the one in suspense that this explains. */
export const bookPath = (event: 'bank_charge' | 'capital' | 'capital_out' | 'charge_returned', on: string, amount: number, currency: string, receipt?: string): string =>
  `${paths.book}?event=${event}&on=${on}&amount=${String(amount)}&currency=${currency}${receipt ? `&receipt=${receipt}` : ''}`

/** Where the entries of a statement are shown. */
export const statementPath = (statement: string): string => `${addressOf('statements')}&statement=${statement}`

/** Where a receipt is explained. */
export const matchingPath = (receipt: string): string => `${addressOf('unexplained')}&receipt=${receipt}`
