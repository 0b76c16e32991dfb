import type { Page } from '@playwright/test'
import { ports } from '../playwright.config'
import { signIn, verifiedPerson, type Person } from './support/people'
import { expect, expectAccessible, test } from './support/test'

const API = `http://localhost:${ports.api}`
const token = (page: Page) => page.evaluate(() => localStorage.getItem('accessToken') ?? '')

/** Signs in and closes what the first visit tells. */
async function enter(page: Page, person: Person): Promise<void> {
  await signIn(page, person)
  await page.getByRole('button', { name: 'Okay' }).click()
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
  await page.getByLabel('Legal name').pressSequentially('andt')
  const dialog = page.getByRole('dialog', { name: 'Sign in to continue' })
  await expect(dialog.getByLabel('E-mail address')).toHaveValue(ada.email)
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
  await other.getByLabel('Legal name').waitFor()
  await page.getByLabel('Legal name').fill('Mühle Brandt GmbH')
  await expect(other.getByLabel('Legal name')).toHaveValue('Mühle Brandt GmbH')
  await page.getByLabel('Trading name').fill('Mühle')
  await other.getByLabel('City').pressSequentially('Freiburg', { delay: 150 })
  await expect(page.getByLabel('City')).toHaveValue('Freiburg')
  await expect(other.getByLabel('Trading name')).toHaveValue('Mühle')
  for (const tab of [page, other]) await expect(tab.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  for (const [label, value] of [['Legal name', 'Mühle Brandt GmbH'], ['Trading name', 'Mühle'], ['City', 'Freiburg']] as const) await expect(page.getByLabel(label)).toHaveValue(value)
  // Signing out in one is signing out in both.
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(other).toHaveURL(/sign-in/)
})

test('what is wrong stands at its field, and on the page where everything is checked', async ({ page, mails }) => {
  await enter(page, await verifiedPerson(mails))
  await page.goto('/onboarding')
  await page.getByLabel('Date of incorporation').fill('2090-01-01')
  await expect(page.getByText('This day lies in the future.')).toBeVisible()
  await expect(page.getByText('Give the legal name of the company.')).toBeHidden()
  await expectAccessible(page)
  await page.goto('/onboarding?step=submit')
  await expect(page.getByRole('region', { name: 'What you are about to submit' }).getByText('This day lies in the future.')).toBeVisible()
  await expectAccessible(page)
})
