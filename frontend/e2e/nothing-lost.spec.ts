import type { Page } from '@playwright/test'
import { ports } from '../playwright.config'
import { fromAccountMenu, okay, ready, signIn, verifiedPerson, type Person } from './support/people'
import { expect, expectAccessible, test } from './support/test'

const API = `http://localhost:${ports.api}`
const token = (page: Page) => page.evaluate(() => localStorage.getItem('accessToken') ?? '')

/** Signs in and closes what the first visit tells. */
async function enter(page: Page, person: Person): Promise<void> {
  await signIn(page, person)
  await okay(page)
}

/** Ends the session at the server, as an operator or another device would. */
async function endSession(page: Page): Promise<void> {
  const response = await fetch(`${API}/semi-private/auth/signout`, { method: 'POST', headers: { authorization: `Bearer ${await token(page)}` } })
  expect(response.ok).toBe(true)
}

test('a session that ends in the middle of a word is taken up again in place, and the word is saved', async ({ page, mails }) => {
  const ada = await verifiedPerson(mails)
  await enter(page, ada)
  await page.goto('/onboarding')
  await page.getByLabel('Legal name').pressSequentially('Mühle Br')
  await endSession(page)
  // At once: between two letters the question may already be there.
  await page.keyboard.insertText('andt')
  const dialog = page.getByRole('dialog', { name: 'Sign in to continue' })
  await expect(dialog.getByLabel('E-mail address')).toHaveValue(ada.email)
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
  await expectAccessible(page)
  await dialog.getByLabel('Password', { exact: true }).fill('not this one')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('This password is wrong.')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(ada.password)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Legal name')).toHaveValue('Mühle Brandt')
  const saved = await fetch(`${API}/semi-private/onboarding`, { headers: { authorization: `Bearer ${await token(page)}` } })
  expect(await saved.text()).toContain('"legalName":"Mühle Brandt"')
})

test('two tabs with one form follow each other, and neither erases what is typed in the other', async ({ page, context, mails }) => {
  const ada = await verifiedPerson(mails)
  await enter(page, ada)
  await page.goto('/onboarding')
  const other = await context.newPage()
  await other.goto('/onboarding')
  await page.getByLabel('Legal name').fill('Mühle Brandt GmbH')
  await expect(other.getByLabel('Legal name')).toHaveValue('Mühle Brandt GmbH')
  // Both type at once, in different fields.
  await Promise.all([page.getByLabel('Trading name').pressSequentially('Mühle'), other.getByLabel('City').pressSequentially('Freiburg')])
  await expect(page.getByLabel('City')).toHaveValue('Freiburg')
  await expect(other.getByLabel('Trading name')).toHaveValue('Mühle')
  for (const tab of [page, other]) await expect(tab.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  for (const [label, value] of [['Legal name', 'Mühle Brandt GmbH'], ['Trading name', 'Mühle'], ['City', 'Freiburg']] as const) await expect(page.getByLabel(label)).toHaveValue(value)
  // Signing out in one is signing out in both.
  await fromAccountMenu(page, 'Sign out')
  await expect(other).toHaveURL(/sign-in/)
})

test('what is wrong stands at its field, and on the page where everything is checked', async ({ page, mails }) => {
  await enter(page, await verifiedPerson(mails))
  await page.goto('/onboarding')
  await page.getByLabel('Date of incorporation').fill('2090-01-01')
  await expect(page.getByText('Enter today’s date or an earlier one.')).toBeVisible()
  await expect(page.getByText('Enter the legal name.')).toBeHidden()
  await expectAccessible(page)
  await page.goto('/onboarding?step=submit')
  await expect(page.getByRole('region', { name: 'What you are about to submit' }).getByText('Enter today’s date or an earlier one.')).toBeVisible()
  await expectAccessible(page)
})

test('two browsers that change one answer at once are shown both, and one chooses', async ({ page, elsewhere, mails }) => {
  const ada = await verifiedPerson(mails)
  for (const browser of [page, elsewhere]) {
    await enter(browser, ada)
    await browser.goto('/onboarding')
    await browser.getByLabel('Legal name').waitFor()
  }
  await page.getByLabel('Legal name').fill('Mühle Brandt GmbH')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await elsewhere.getByLabel('City').fill('Freiburg')
  await elsewhere.getByLabel('Legal name').fill('Brandt GmbH')
  const dialog = elsewhere.getByRole('dialog', { name: 'Which answer do you want to keep?' })
  await expect(dialog).toContainText('Mühle Brandt GmbH')
  await expectAccessible(elsewhere)
  await dialog.getByRole('button', { name: 'Keep mine: Legal name' }).click()
  await expect(elsewhere.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Legal name')).toHaveValue('Brandt GmbH')
  await expect(page.getByLabel('City')).toHaveValue('Freiburg')
  // Somebody taken away in one place while being described in another.
  await page.goto('/onboarding?step=people')
  await page.getByRole('button', { name: 'Add a person' }).click()
  await page.getByLabel('First name').fill('Ada')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await elsewhere.goto('/onboarding?step=people')
  await elsewhere.getByLabel('First name').waitFor()
  await page.getByRole('button', { name: 'Remove person 1' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await elsewhere.getByLabel('Last name').fill('Brandt')
  await expect(dialog).toContainText('Removed')
  await dialog.getByRole('button', { name: /Keep mine/ }).click()
  await expect(elsewhere.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Last name')).toHaveValue('Brandt')
})

test('what is submitted without a connection is submitted once that is back', async ({ page, context, mails }) => {
  await enter(page, await ready(mails))
  await page.goto('/onboarding?step=submit')
  await expect(page.getByText('Ready to submit')).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Submit application' }).click()
  await expect(page.getByText('Connection lost. We’ll submit it as soon as you’re back online.')).toBeVisible()
  await context.setOffline(false)
  await okay(page)
  await expect(page.getByRole('heading', { name: 'Application submitted' })).toBeVisible()
})
