import type { Schemas } from '@/api/client'
import type { BankLine, HeldLine } from '@/entities/payment/statements'

/** A statement that is in balance. */
export const aStatement = (changes: Partial<Schemas['StatementBody']> = {}): Schemas['StatementBody'] => ({
  id: 's-1',
  account: 'DE89370400440532013000',
  currency: 'EUR',
  name: '34/2027',
  openedOn: '2027-02-17',
  opening: 100_000,
  closedOn: '2027-02-18',
  closing: 1_100_000,
  lines: 12,
  taken: 12,
  open: 0,
  held: 0,
  unread: 0,
  ledger: 1_100_000,
  difference: 0,
  parts: [],
  rest: 0,
  importedAt: '2027-02-19T08:00:00Z',
  ...changes,
})

/** Money that went out and nobody knows for what. */
export const aLine = (changes: Partial<BankLine> = {}): BankLine => ({
  id: 'l-1',
  statementId: 's-1',
  on: '2027-02-18',
  valueOn: '2027-02-18',
  amount: -1_290,
  currency: 'EUR',
  other: { name: 'Bank Beispiel AG', iban: null },
  text: 'Account fee February',
  outcome: 'open',
  ...changes,
})

/** A line that waits for a decision. */
export const aHeldLine = (changes: Partial<HeldLine> = {}): HeldLine => ({
  id: 'h-1',
  version: 3,
  statementId: 's-1',
  why: 'perhaps_known',
  atLine: 12,
  on: '2027-02-18',
  amount: 1_000,
  currency: 'EUR',
  other: { name: 'Gleich GmbH', iban: null },
  text: 'Abschlag',
  perhaps: 'l-1',
  mayCount: true,
  mayBeEntered: Boolean(changes.legible),
  isReopenable: false,
  ...changes,
})
