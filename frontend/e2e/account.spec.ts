import type { Page } from '@playwright/test'
import { confirmEmail, okay, signIn, signUp, somebody, verifiedPerson, verifyPhone } from './support/people'
import { linkIn } from './support/smtp'
import { expect, expectAccessible, test } from './support/test'

const sessions = (page: Page) => page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')

/** Signs in and takes note of where the application stands. */
async function enter(page: Page, person: { email: string; password: string }): Promise<void> {
  await signIn(page, person)
  await okay(page)
}

test('a mistyped address is corrected and proved, another browser is signed out, the password is changed', async ({ page, elsewhere, mails }) => {
  const person = somebody()
  const mistyped = { ...person, email: person.email.replace('example', 'exmaple') }
  await signUp(page, mistyped)
  await verifyPhone(page, mistyped)
  await expect(page.getByText(`We e-mailed a link to ${mistyped.email}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Wrong address?' }).click()
  await expectAccessible(page)
  await page.getByLabel('E-mail address').fill(person.email)
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect(page.getByText(`We e-mailed a link to ${person.email}.`)).toBeVisible()
  await expect(page.getByText('The older link no longer works.')).toBeVisible()
  await expectAccessible(page)

  await elsewhere.goto(linkIn(await mails.waitFor(mistyped.email, /Confirm your e-mail/)))
  await elsewhere.getByRole('button', { name: 'Confirm address' }).click()
  await expect(elsewhere.getByRole('alert')).toContainText('This link no longer works.')
  await confirmEmail(page, person, mails)

  await page.goto('/dashboard')
  await okay(page)
  await page.goto('/security')
  await expect(page.getByText('You are signed in on this device only.')).toBeVisible()
  await enter(elsewhere, person)
  await page.reload()
  await expect(sessions(page)).toHaveCount(2)
  await expect(sessions(page).filter({ hasText: 'This device' })).toHaveCount(1)
  await expectAccessible(page)
  await page.getByRole('button', { name: /^End the session: / }).click()
  await expect(page.getByText('Session ended', { exact: true })).toBeVisible()
  await expect(sessions(page)).toHaveCount(1)
  await elsewhere.reload()
  await expect(elsewhere, 'at its next call').toHaveURL(/\/sign-in/)

  // The dialog was read there before.
  await signIn(elsewhere, person)
  await expect(elsewhere).toHaveURL(/\/dashboard$/)
  const changed = { ...person, password: 'copper violin harbour moss' }
  await page.getByLabel('New password').fill(changed.password)
  await page.getByLabel('Current password').fill('not this one at all')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('This password is wrong.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Current password').fill(person.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Your password is changed')).toBeVisible()
  await expect(page.getByText('You’ve been signed out on all other devices.')).toBeVisible()
  await expect(sessions(page)).toHaveCount(1)
  await expectAccessible(page)
  await mails.waitFor(person.email, /password/i)

  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(/\/sign-in/)
  await signIn(elsewhere, person)
  await expect(elsewhere.getByText('Wrong credentials')).toBeVisible()
  await signIn(elsewhere, changed)
  await expect(elsewhere).toHaveURL(/\/dashboard$/)
})

test.describe('in German, 320 pixels wide, in the dark', () => {
  test.use({ locale: 'de-DE', viewport: { width: 320, height: 640 }, colorScheme: 'dark' })

  test('the screens of the account fit, are German and accessible', async ({ page, mails }) => {
    const person = await verifiedPerson(mails, { language: 'de' })
    await page.goto('/sign-in')
    await page.getByLabel('E-Mail-Adresse').fill(person.email)
    await page.getByLabel('Passwort', { exact: true }).fill(person.password)
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').getByRole('button').click()
    await page.goto('/security')
    await expect(page.getByRole('list', { name: 'Sitzungen' }).getByRole('listitem')).toHaveCount(2)
    await page.getByLabel('Neues Passwort').fill('kurz')
    await page.getByRole('button', { name: 'Passwort ändern' }).click()
    await expect(page.getByText('Verwenden Sie mindestens 12 Zeichen.')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    await expectAccessible(page)
    expect(/\b(the|your|with|Sign|Change|End|Used|Last)\b/.exec(await page.locator('body').innerText())?.[0]).toBeUndefined()
  })
})
