import { ports } from '../../playwright.config'
import { pdf } from './files'
import { accessToken, call, operator, type Person, submitted, type Who } from './people'
import type { Sooner } from './server'
import type { MailSink } from './smtp'

const API = `http://localhost:${ports.api}`

interface Approval { id: string; hash: string }

/** The terms of the first vector: 80 %, 12 % a year, 1.5 %, in arrears. */
const terms = {
  kind: 'factoring', currency: 'EUR', limit: 100_000_000, advanceRate: 8_000, discountRate: 1_200, dayCount: 'act_360', serviceFee: 150, serviceFeeMinimum: 0, payoutFee: 0, feeTax: 0, cover: 0,
  graceDays: 5, lateRate: 600, recourseAfterDays: 60, minDays: 1, maxDays: 180, maxInvoiceAgeDays: 90, concentration: 10_000, verification: 'never', notification: 'disclosed', buyerShare: 0,
}

/** Everything there is to be decided. */
const ROLES = ['reviewer', 'credit', 'treasury', 'admin']

/** Two operators who may do everything, and decide together. */
export interface House {
  first: Who
  second: Who
  /** What the first one asks for, approved by the second one where two have to agree. */
  ask: <T>(method: string, path: string, body?: unknown) => Promise<T>
}

/** The house with an account, money in it, and terms that everybody sees. */
export async function openHouse(sooner: Sooner): Promise<House> {
  const [first, second] = [await operator(sooner), await operator(sooner, 'Omar Haddad', ...ROLES)]
  const [one, two] = [await accessToken(first), await accessToken(second)]
  const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await call<T & { approval?: Approval }>(one, first, method, path, body)
    if (answer?.approval) await call(two, second, 'POST', `/operator/approvals/${answer.approval.id}/approve`, { hash: answer.approval.hash, note: null })
    return answer
  }
  const { version } = await ask<{ version: number }>('GET', '/operator/settings')
  const account = { holder: 'Sooner Finance GmbH', iban: 'DE89370400440532013000', bic: 'COBADEFF', currency: 'EUR' }
  await ask('PUT', '/operator/settings/accounts', { version, accounts: [account] })
  const { now } = await ask<{ now: string }>('GET', '/operator/clock')
  await ask('POST', '/operator/ledger/entries', { on: now.slice(0, 10), event: 'capital', amount: 100_000_000, currency: 'EUR', note: 'To begin with' })
  await ask('PUT', '/operator/terms/advertised', { terms })
  return { first, second, ask }
}

/** The next day on which money is paid out, from this moment on. */
async function payoutDay({ ask }: Pick<House, 'ask'>): Promise<{ now: string; payoutOn: string }> {
  const { now } = await ask<{ now: string }>('GET', '/operator/clock')
  const dueOn = dayAfter(now.slice(0, 10), 100)
  const { offer } = await ask<{ offer: { payoutOn: string } }>('POST', '/quote', { kind: 'factoring', currency: 'EUR', face: 1_000_000, dueOn })
  return { now, payoutOn: offer.payoutOn }
}

/** Moves business time to the morning of the next such day, which has to be as is wanted, and answers that day. */
export async function nextPayoutDay({ ask }: Pick<House, 'ask'>, isWanted: (day: string) => boolean = () => true): Promise<string> {
  for (;;) {
    const { now } = await payoutDay({ ask })
    await ask('POST', '/operator/clock', { to: `${dayAfter(now.slice(0, 10), 1)}T08:00:00Z` })
    const { payoutOn, now: morning } = await payoutDay({ ask })
    if (payoutOn > morning.slice(0, 10)) await ask('POST', '/operator/clock', { to: `${payoutOn}T08:00:00Z` })
    if (isWanted(payoutOn)) return payoutOn
  }
}

/** Whether banks move money on this day: Monday to Friday, but for the holidays of the euro area's banks. */
export function isBusinessDay(day: string): boolean {
  const [year, weekday] = [Number(day.slice(0, 4)), new Date(day).getUTCDay()]
  const easter = easterSunday(year)
  const closed = [`${year}-01-01`, dayAfter(easter, -2), dayAfter(easter, 1), `${year}-05-01`, `${year}-12-25`, `${year}-12-26`]
  return weekday !== 0 && weekday !== 6 && !closed.includes(day)
}

/** The first such day after this one. */
export function nextBusinessDay(day: string): string {
  const next = dayAfter(day, 1)
  return isBusinessDay(next) ? next : nextBusinessDay(next)
}

/** Easter Sunday of the Gregorian calendar, by the anonymous method (Meeus, Astronomical Algorithms, chapter 8). */
function easterSunday(year: number): string {
  const whole = Math.floor
  const [a, b, c] = [year % 19, whole(year / 100), year % 100]
  const h = (19 * a + b - whole(b / 4) - whole((b - whole((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * whole(c / 4) - h - (c % 4)) % 7
  const days = h + l - 7 * whole((a + 11 * h + 22 * l) / 451)
  return dayAfter(`${year}-03-22`, days)
}

/** So many days after a day. */
export const dayAfter = (day: string, days: number): string => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** The terms of the fifth vector: all of it, 24 % a year, in advance. */
const programme = { ...terms, kind: 'reverse_factoring', advanceRate: 10_000, discountRate: 2_400, serviceFee: 0, cover: 10_000, buyerShare: 1_000 }

/** An approved company that may owe half a million, with terms for a programme to accept; and the facility they are for. */
export async function buyerToBe(mails: MailSink, { ask }: House): Promise<{ buyer: Person; facility: string }> {
  const buyer = await submitted(mails, { legalName: 'Solarwerk AG', registrationNumber: 'HRB 2', iban: 'DE02120300000000202051', wants: ['buyer'] })
  const company = await approveNext({ ask })
  await ask('POST', '/operator/facilities', { companyId: company, terms: programme })
  const [facility] = await call<{ id: string }[]>(await accessToken(buyer), buyer, 'GET', '/semi-private/facilities')
  const debtors = await ask<{ id: string; version: number; legalName: string }[]>('GET', '/operator/debtors')
  for (const { id, version } of debtors.filter(({ legalName }) => legalName === 'Solarwerk AG')) await ask('PUT', `/operator/debtors/${id}`, { version, state: 'open', limits: [{ amount: 50_000_000, currency: 'EUR' }] })
  if (!facility) throw new Error('no terms wait')
  return { buyer, facility: facility.id }
}

/** Gives a supplier a rate of its own, in basis points a year. */
export async function priceSupplier({ ask }: House, facility: string, name: string, discountRate: number): Promise<void> {
  const suppliers = await ask<{ id: string; version: number; name: string }[]>('GET', `/operator/facilities/${facility}/suppliers`)
  const found = suppliers.find((one) => one.name === name)
  if (!found) throw new Error(`${name} is no supplier`)
  await ask('POST', `/operator/suppliers/${found.id}/rate`, { version: found.version, discountRate, note: 'As agreed.' })
}

/** Pays out all that is due, as the bank carries it out on this day. */
export async function payOut({ ask }: House, on: string): Promise<void> {
  const due = await ask<{ id: string }[]>('GET', '/operator/payouts?status=due')
  const payouts = due.map(({ id }) => id)
  const { hash } = await ask<{ hash: string }>('POST', '/operator/payouts/release/preview', { payouts })
  await ask('POST', '/operator/payouts/release', { payouts, reason: 'Agreed with the bank.', hash })
  const released = await ask<{ released: { batchId: string } }[]>('GET', '/operator/payouts?status=released')
  for (const batch of new Set(released.map((payout) => payout.released.batchId))) await ask('POST', `/operator/payouts/batches/${batch}/executed`, { on })
}

/** Approves the application that waits longest, and answers whose it is. */
export async function approveNext({ ask }: Pick<House, 'ask'>): Promise<string> {
  const { id } = await ask<{ id: string }>('GET', '/operator/applications/next')
  const found = await ask<{ onboarding: { version: number }; companyId: string }>('GET', `/operator/applications/${id}`)
  await ask('POST', `/operator/applications/${id}/approve`, { version: found.onboarding.version })
  return found.companyId
}

interface Case {
  onboarding: { version: number }
  companyId: string
  buyers: { id: string }[]
}

/** An approved company with an approved buyer that has a limit; no facility yet. */
export async function approvedSeller(mails: MailSink, house: House): Promise<Person> {
  return (await approvedWithBuyer(mails, house)).seller
}

async function approvedWithBuyer(mails: MailSink, { ask }: House): Promise<{ seller: Person; company: string; buyer: string }> {
  const seller = await submitted(mails)
  const { id } = await ask<{ id: string }>('GET', '/operator/applications/next')
  const found = await ask<Case>('GET', `/operator/applications/${id}`)
  await ask('POST', `/operator/applications/${id}/approve`, { version: found.onboarding.version })
  for (const buyer of found.buyers) await ask('POST', `/operator/applications/${id}/buyers/${buyer.id}/decision`, { seen: 'pending', decision: 'approved' })
  const debtors = await ask<{ id: string; version: number }[]>('GET', '/operator/debtors')
  for (const debtor of debtors) await ask('PUT', `/operator/debtors/${debtor.id}`, { version: debtor.version, state: 'open', limits: [{ amount: 50_000_000, currency: 'EUR' }] })
  return { seller, company: found.companyId, buyer: found.buyers[0]?.id ?? '' }
}

/** What was sold, as its debtor is told of it. */
export interface SoldInvoice {
  id: string
  number: string
  reference: string
}

/** An approved company that may sell what its buyer owes. */
export async function readySeller(mails: MailSink, house: House) {
  const { seller, company, buyer } = await approvedWithBuyer(mails, house)
  const token = await accessToken(seller)
  const asSeller = <T>(method: string, path: string, body?: unknown) => call<T>(token, seller, method, path, body)
  await house.ask('POST', '/operator/facilities', { companyId: company, terms })
  const [facility] = await asSeller<{ id: string; version: number; proposed: { hash: string } }[]>('GET', '/semi-private/facilities')
  if (!facility) throw new Error('no terms wait')
  await asSeller('POST', `/semi-private/facilities/${facility.id}/accept-terms`, { version: facility.version, hash: facility.proposed.hash, signedName: 'Ada Brandt' })
  return { seller, token, asSeller, buyer }
}

/** Invoices of one seller, each of an amount, sold on this day: what is due is its advance of 80 %. */
export async function soldInvoices(mails: MailSink, house: House, { on, faces }: { on: string; faces: Record<string, number> }): Promise<SoldInvoice[]> {
  const { token, asSeller, buyer } = await readySeller(mails, house)
  const sold: SoldInvoice[] = []
  for (const [number, face] of Object.entries(faces)) {
    const facts = { buyerId: buyer, invoiceNumber: number, issuedOn: on, dueOn: dayAfter(on, 45), face, currency: 'EUR', orderReference: null, note: null }
    const { id } = await asSeller<{ id: string }>('POST', '/semi-private/receivables', facts)
    const file = new FormData()
    file.append('file', new Blob([new Uint8Array(pdf(`Invoice ${number}`))], { type: 'application/pdf' }), 'Invoice.pdf')
    await fetch(`${API}/semi-private/receivables/${id}/documents`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: file })
    const { version } = await asSeller<{ version: number }>('GET', `/semi-private/receivables/${id}`)
    const { offer, reference } = await asSeller<{ offer: { id: string; hash: string }; reference: string }>('POST', `/semi-private/receivables/${id}/submit`, { version })
    await asSeller('POST', `/semi-private/receivables/${id}/accept`, { offerId: offer.id, hash: offer.hash })
    sold.push({ id, number, reference })
  }
  return sold
}
