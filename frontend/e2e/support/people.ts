import type { Page } from '@playwright/test'
import { ports } from '../../playwright.config'
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
}

let count = 0

/** Somebody nobody has met: an own address and an own number. */
export function somebody(fname = 'Ada', lname = 'Brandt'): Person {
  count += 1
  const number = String(10_000_000 + count + (process.pid % 1000) * 1000)
  return { fname, lname, email: `${fname.toLowerCase()}.${count}@example.com`, phone: `+49151${number}`, country: 'DE', password: 'correct horse battery staple' }
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
  await page.getByRole('button', { name: 'Send the code' }).click()
  await expect(page.getByText(`OTP has been sent to ${person.phone}`)).toBeVisible()
  await typeCode(page, await smsCode(person.phone))
  await expect(page.getByText('Phone number verified successfully!')).toBeVisible()
}

export async function confirmEmail(page: Page, person: Person, mails: MailSink): Promise<void> {
  const mail = await mails.waitFor(person.email, /Confirm your e-mail/)
  await page.goto(linkIn(mail))
  await page.getByRole('button', { name: 'Confirm the address' }).click()
  await expect(page.getByText('Your e-mail address is confirmed')).toBeVisible()
}

export async function signIn(page: Page, person: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('E-mail address').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/sign-in/)
}

const API = `http://localhost:${ports.api}`
const EMULATOR = `http://127.0.0.1:${ports.emulator}/identitytoolkit.googleapis.com/v1`

async function post<T>(url: string, body: unknown, token?: string): Promise<T> {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return (response.status === 204 ? undefined : await response.json()) as T
}

/** Signs somebody up and verifies phone and address without a browser, for tests about something else. */
export async function verifiedPerson(mails: MailSink): Promise<Person> {
  const person = somebody()
  const { email, fname, lname, phone, country, password } = person
  const { token } = await post<{ token: string }>(`${API}/auth/signup`, { email, fname, lname, phone, country, countryCode: '+49', password })
  const { sessionInfo } = await post<{ sessionInfo: string }>(`${EMULATOR}/accounts:sendVerificationCode?key=x`, { phoneNumber: phone })
  const { idToken } = await post<{ idToken: string }>(`${EMULATOR}/accounts:signInWithPhoneNumber?key=x`, { sessionInfo, code: await smsCode(phone) })
  await post(`${API}/semi-private/auth/verify-gtoken`, { gToken: idToken }, token)
  const link = new URL(linkIn(await mails.waitFor(email, /Confirm/)))
  await post(`${API}/auth/verify-email`, { token: link.searchParams.get('token') })
  return person
}
