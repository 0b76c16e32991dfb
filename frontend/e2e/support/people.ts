import type { Page } from '@playwright/test'
import { createHmac, randomUUID } from 'node:crypto'
import { ports, worker } from '../../playwright.config'
import { pdf, png } from './files'
import type { Sooner } from './server'
import { linkIn, type MailSink } from './smtp'
import { expect, smsCode } from './test'

export interface Person {
  fname: string
  lname: string
  email: string
  /** E.164 */
  phone: string
  country: string
  password: string
  /** What the account says; English unless it does. */
  language?: 'en' | 'de'
}

/** Says okay to the dialog that tells where the application stands, and waits until it has gone: what is pressed before then is the dialog's. */
export async function okay(page: Page): Promise<void> {
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Okay' }).click()
  await expect(dialog).toBeHidden()
}

/** What a bank statement says. */
const STATEMENT = [
  'Account statement 10/2026',
  'Mühle Brandt GmbH, Mühlweg 1, 79098 Freiburg',
  'IBAN DE89 3704 0044 0532 0130 00',
  '',
  '01.10.2026   Opening balance                      48,210.15',
  '05.10.2026   Nordwind AG, invoice 2026-0912       12,480.00',
  '12.10.2026   Wages October                       -21,340.50',
  '19.10.2026   Hafen Logistik GmbH, freight         -3,120.75',
  '27.10.2026   Nordwind AG, invoice 2026-0931        8,915.20',
  '31.10.2026   Closing balance                      45,144.10',
]

let count = 0

/** Somebody nobody has met: an own address and an own number. */
export function somebody(fname = 'Ada', lname = 'Brandt'): Person {
  count += 1
  const number = String(10_000_000 + count + (process.pid % 1000) * 1000 + worker * 1_000_000)
  // No such address begins another one's words, nor any number somebody gives: a search finds one person.
  return { fname, lname, email: `${fname.toLowerCase()}.n${count}x@example.com`, phone: `+49151${number}`, country: 'DE', password: 'correct horse battery staple' }
}

/** Fills the sign-up form in and sends it. */
export async function fillSignUp(page: Page, person: Person): Promise<void> {
  await page.goto('/sign-up')
  await page.getByLabel('First name').fill(person.fname)
  await page.getByLabel('Last name').fill(person.lname)
  await page.getByLabel('E-mail address').fill(person.email)
  await page.getByLabel('Country').selectOption(person.country)
  await page.getByLabel('Mobile phone').fill(person.phone)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click()
}

export async function signUp(page: Page, person: Person): Promise<void> {
  await fillSignUp(page, person)
  await expect(page).toHaveURL(/verify-phone/)
}

export async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Digit 1 of 6').click()
  await page.keyboard.type(code)
}

export async function verifyPhone(page: Page, person: Person): Promise<void> {
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText(`OTP has been sent to ${person.phone}`)).toBeVisible()
  await typeCode(page, await smsCode(person.phone))
  await expect(page.getByText('Phone number verified successfully!')).toBeVisible()
}

export async function confirmEmail(page: Page, person: Person, mails: MailSink): Promise<void> {
  const mail = await mails.waitFor(person.email, /Confirm your e-mail/)
  await page.goto(linkIn(mail))
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await expect(page.getByText('Your e-mail address is confirmed')).toBeVisible()
}

export async function signIn(page: Page, person: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('E-mail address').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
}

/** Signs an operator in, and opens the queue: whoever sees money begins with the desk. */
export async function signInToQueue(page: Page, person: Pick<Person, 'email' | 'password'>): Promise<void> {
  await signIn(page, person)
  await expect(page).toHaveURL(/\/(desk|review)$/)
  if (!page.url().endsWith('/review')) await page.goto('/review')
  await expect(page).toHaveURL(/\/review$/)
}

/** Opens the account menu and chooses from it; by the labels of the page's language. */
export async function fromAccountMenu(page: Page, item: string, account = /^Account: /): Promise<void> {
  await page.getByRole('button', { name: account }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

export async function signOut(page: Page): Promise<void> {
  await fromAccountMenu(page, 'Sign out')
  await expect(page).toHaveURL(/sign-in/)
}

const API = `http://localhost:${ports.api}`
const EMULATOR = `http://127.0.0.1:${ports.emulator}/identitytoolkit.googleapis.com/v1`

export async function post<T>(url: string, body: unknown, token?: string, more: Record<string, string> = {}): Promise<T> {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}), ...more }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  const text = await response.text()
  return (text ? JSON.parse(text) : undefined) as T
}

export async function accessToken(person: Pick<Person, 'email' | 'password'>): Promise<string> {
  return (await post<{ data: { token: string } }>(`${API}/auth/signin`, { email: person.email, password: person.password })).data.token
}

export type Who = Pick<Person, 'email' | 'password'>

/** What is answered to somebody who confirms what they are asked to. */
export async function call<T>(token: string, by: Who, method: string, path: string, body?: unknown): Promise<T> {
  // Confirmed is this request, under this key.
  const key = randomUUID()
  const send = () =>
    fetch(`${API}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  let response = await send()
  const asked = response.status === 403 ? ((await response.clone().json()) as { code?: string; confirm?: string }) : undefined
  if (asked?.code === 'step_up_required') {
    await fetch(`${API}/semi-private/auth/step-up`, { method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, body: JSON.stringify({ password: by.password, confirm: asked.confirm }) })
    response = await send()
  }
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  const text = await response.text()
  return (text ? (JSON.parse(text) as { data: T }).data : undefined) as T
}

/** An operator, made on the command line: in these roles, else the first in all of them and the others as reviewers. */
export async function operator(sooner: Sooner, name = 'Olga Reyes', ...roles: string[]): Promise<Pick<Person, 'email' | 'password'>> {
  count += 1
  const olga = { email: `operator.${count}@example.com`, password: 'seven quiet harbours' }
  const printed = sooner.run('operator', 'add', '--email', olga.email, '--name', name, ...roles.flatMap((role) => ['--role', role]))
  await post(`${API}/auth/reset-password`, { token: /token=(\S+)/.exec(printed)?.[1], password: olga.password })
  return olga
}

/** What an authenticator app shows for this secret (RFC 6238). */
export function appCode(secret: string, at = Date.now()): string {
  const bits = [...secret.replace(/\s/g, '')].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const sum = createHmac('sha1', key).update(counter).digest()
  const place = (sum.at(-1) ?? 0) & 15
  return String((sum.readUInt32BE(place) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** Decides on somebody's application as it is now. */
export async function decide(by: Pick<Person, 'email' | 'password'>, about: Person, from: number, action: string, body: object): Promise<void> {
  const bearer = await accessToken(by)
  const response = await fetch(`${API}/operator/applications?status=${from}`, { headers: { authorization: `Bearer ${bearer}` } })
  const { data } = (await response.json()) as { data: { applications: { id: string; version: number; applicant: { email: string } }[] } }
  const entry = data.applications.find(({ applicant }) => applicant.email === about.email)
  if (!entry) throw new Error(`${about.email} does not wait`)
  await call(bearer, by, 'POST', `/operator/applications/${entry.id}/${action}`, { version: entry.version, ...body })
}

const KINDS = ['incorporation_certificate', 'proof_of_address', 'identity_document', 'bank_statement', 'annual_accounts', 'aged_receivables']

/** Which company somebody applies for. */
interface Applies {
  legalName: string
  registrationNumber: string
  iban: string
  wants: string[]
}

const MUEHLE: Applies = { legalName: 'Mühle Brandt GmbH', registrationNumber: 'HRB 1', iban: 'DE89370400440532013000', wants: ['seller'] }

/** Somebody whose application is complete and not handed in, without a browser. */
export async function ready(mails: MailSink, applies = MUEHLE, called: Partial<Person> = {}): Promise<Person> {
  const person = await verifiedPerson(mails, called)
  await fillIn(person, applies)
  return person
}

/** Gives the application of whoever has an account all it needs. */
export async function fillIn(person: Pick<Person, 'email' | 'password' | 'fname' | 'lname'>, { legalName, registrationNumber, iban, wants }: Applies): Promise<void> {
  const bearer = await accessToken(person)
  const headers = { authorization: `Bearer ${bearer}` }
  const form = {
    company: {
      legalName, legalForm: 'private_limited', registrationNumber, taxNumber: 'DE1', incorporatedOn: '2010-01-31', country: 'DE',
      address: { line1: 'Mühlweg 1', city: 'Freiburg', postalCode: '79098', country: 'DE' }, industry: 'manufacturing', yearlyTurnover: { amount: 1, currency: 'EUR' }, wants,
    },
    people: [{ fname: person.fname, lname: person.lname, bornOn: '1980-02-29', nationality: 'DE', roles: ['director', 'signatory'] }],
    bankAccount: { holder: legalName, iban, currency: 'EUR' },
  }
  await fetch(`${API}/semi-private/onboarding`, { method: 'PUT', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(form) })
  for (const kind of KINDS) {
    const upload = new FormData()
    upload.append('kind', kind)
    const [content, type, end] = kind === 'proof_of_address' ? [png(300, 200), 'image/png', 'png'] : [kind === 'bank_statement' ? pdf(...STATEMENT) : pdf(kind.replaceAll('_', ' '), 'Mühle Brandt GmbH'), 'application/pdf', 'pdf']
    upload.append('file', new File([new Uint8Array(content)], `${kind}.${end}`, { type }))
    await fetch(`${API}/semi-private/documents`, { method: 'POST', headers, body: upload })
  }
  const buyer = {
    legalName: 'Nordwind AG', country: 'NL', registrationNumber: '12345678', contactName: 'Piet Smit', contactEmail: 'piet@example.net',
    expectedYearlyVolume: { amount: 50_000_000, currency: 'EUR' }, paymentTermsDays: 45,
  }
  await post(`${API}/semi-private/buyers`, buyer, bearer)
}

/** Somebody whose complete application was handed in, without a browser. */
export async function submitted(mails: MailSink, applies = MUEHLE, called: Partial<Person> = {}): Promise<Person> {
  const person = await ready(mails, applies, called)
  await handIn(person)
  return person
}

/** Hands in the application of whoever has an account. */
export async function handIn(person: Pick<Person, 'email' | 'password'>): Promise<void> {
  await post(`${API}/semi-private/onboarding/submit`, {}, await accessToken(person))
}

/** Gives the code that came by SMS, for whoever has an account. */
export async function provePhone(person: Pick<Person, 'email' | 'password' | 'phone'>): Promise<void> {
  // The session comes first: a proof from before it is too old.
  const bearer = await accessToken(person)
  await post(`${API}/semi-private/auth/verify-gtoken`, { gToken: await provenPhone(person.phone) }, bearer)
}

/** The identity provider's token for a phone, whose code was read and given back. */
export async function provenPhone(phone: string): Promise<string> {
  const { sessionInfo } = await post<{ sessionInfo: string }>(`${EMULATOR}/accounts:sendVerificationCode?key=x`, { phoneNumber: phone })
  return (await post<{ idToken: string }>(`${EMULATOR}/accounts:signInWithPhoneNumber?key=x`, { sessionInfo, code: await smsCode(phone) })).idToken
}

/** Signs somebody up and verifies phone and address without a browser, for tests about something else. */
export async function verifiedPerson(mails: MailSink, called: Partial<Person> = {}): Promise<Person> {
  const person = { ...somebody(), ...called }
  const { email, fname, lname, phone, country, password, language } = person
  // From an address of their own: from one alone only so many sign up in an hour.
  const from = { 'x-forwarded-for': `192.0.2.${count % 250}` }
  const { token } = await post<{ token: string }>(`${API}/auth/signup`, { email, fname, lname, phone, country, countryCode: '+49', password, language }, undefined, from)
  await post(`${API}/semi-private/auth/verify-gtoken`, { gToken: await provenPhone(phone) }, token)
  const link = new URL(linkIn(await mails.waitFor(email, /./)))
  await post(`${API}/auth/verify-email`, { token: new URLSearchParams(link.hash.slice(1)).get('token') })
  return person
}
