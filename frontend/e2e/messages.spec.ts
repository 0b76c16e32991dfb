import { fillSignUp, signIn, signUp, somebody, typeCode, verifiedPerson } from './support/people'
import { expect, expectAccessible, smsCode, test } from './support/test'
import { ports } from '../playwright.config'

const FAILED = 'Error occurred! Try again later'
const api = (path: string) => `http://localhost:${ports.api}${path}`

test('the answers to signing in', async ({ page, mails }) => {
  const person = await verifiedPerson(mails)
  await signIn(page, { ...person, password: 'not the password' })
  await expect(page.getByText('Wrong credentials')).toBeVisible()
  await page.route(api('/auth/signin'), (route) => route.abort())
  await signIn(page, person)
  await expect(page.getByText('Invalid user email or password!')).toBeVisible()
  await page.unrouteAll()
  await signIn(page, person)
  await expect(page.getByText(`Welcome back! ${person.fname} ${person.lname}`)).toBeVisible()
})

test('a sign-up that fails says so; a field that needs another look says it itself', async ({ page, mails }) => {
  const taken = await verifiedPerson(mails)
  await page.route(api('/auth/signup'), (route) => route.abort())
  await fillSignUp(page, { ...somebody(), email: taken.email })
  await expect(page.getByText(FAILED)).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText('An account with this e-mail address already exists. Sign in instead.')).toBeVisible()
  await page.getByLabel('E-mail address').fill('somebody.else@example.com')
  await page.getByLabel('Password', { exact: true }).fill('passwordpassword')
  await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText('This password is too common.')).toBeVisible()
  await expectAccessible(page)
})

test('each verification that fails says so', async ({ page, sooner: _sooner }) => {
  const person = somebody('Bo', 'Ek')
  await signUp(page, person)

  await test.step('the code cannot be sent', async () => {
    await page.route(/sendVerificationCode/, (route) => route.abort())
    await page.getByRole('button', { name: 'Send code' }).click()
    await expect(page.getByText(FAILED)).toBeVisible()
    await page.unrouteAll()
    await expect(page.getByText(FAILED)).toBeHidden()
  })

  await test.step('the server refuses the proof', async () => {
    await page.getByRole('button', { name: 'Send code' }).click()
    await expect(page.getByText(`OTP has been sent to ${person.phone}`)).toBeVisible()
    await page.route(api('/semi-private/auth/verify-gtoken'), (route) => route.abort())
    await typeCode(page, await smsCode(person.phone))
    await expect(page.getByText(FAILED)).toBeVisible()
    await page.unrouteAll()
  })

  await test.step('the mail cannot be asked for, then it can', async () => {
    await page.goto('/verify-email')
    await page.route(/send-email-verification/, (route) => route.abort())
    await page.getByRole('button', { name: 'Send e-mail again' }).click()
    await expect(page.getByText(FAILED)).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Send e-mail again' }).click()
    // The one of the sign-up went less than a minute before: no other is sent, and none is claimed.
    await expect(page.getByText('No new e-mail was sent: we wrote to you a short while ago.')).toBeVisible()
  })

  await test.step('a link that does not work', async () => {
    await page.goto('/verify-email#token=made-up')
    await page.getByRole('button', { name: 'Confirm address' }).click()
    await expect(page.getByText(FAILED)).toBeVisible()
    await expect(page.getByText('This link no longer works.')).toBeVisible()
    await expectAccessible(page)
  })
})

function tokenLike(payload: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'HS256', typ: 'at+jwt' })}.${part(payload)}.c2lnbmF0dXJl`
}

const soon = Math.floor(Date.now() / 1000) + 3600

test.describe('a start that leaves the person unauthenticated, without a message', () => {
  for (const [name, token, fails] of [
    ['an expired token', tokenLike({ exp: 1_700_000_000 }), false],
    ['a forged token', tokenLike({ exp: soon, sub: 'x', sid: 'y', iss: 'sooner', aud: 'sooner-api' }), false],
    ['a user fetch that fails', tokenLike({ exp: soon }), true],
  ] as const) {
    test(name, async ({ page }) => {
      await page.addInitScript((value) => {
        localStorage.setItem('accessToken', value)
      }, token)
      if (fails) await page.route(api('/semi-private/user'), (route) => route.fulfill({ status: 500, headers: { 'access-control-allow-origin': `http://localhost:${ports.web}`, 'access-control-allow-credentials': 'true' } }))
      await page.goto('/dashboard')
      await expect(page).toHaveURL(/sign-in\?next=%2Fdashboard/)
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
      expect(await page.getByRole('status').count()).toBe(0)
      expect(await page.getByRole('alert').count()).toBe(0)
    })
  }
})
