import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible } from './test'

/** What people do in the back office, and before anything binding. */

interface Who {
  password: string
}

/** A day as somebody in the United States types it. */
export const typed = (day: string): string => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`

/** Says who it is, where the product wants to know that first. */
export async function confirm(page: Page, { password }: Who): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' })
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
}

/** The same where it may have been said shortly before; then what was wanted is done. */
export async function confirmWhereAsked(page: Page, who: Who, done: Locator): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' })
  await expect(dialog.or(done).first()).toBeVisible()
  if (!(await dialog.isVisible())) return
  await confirm(page, who)
  await expect(done).toBeVisible()
}

/** Moves business time to the morning of a day. */
export async function moveTo(page: Page, day: string): Promise<void> {
  const bar = page.getByRole('complementary', { name: 'Test clock' })
  await bar.getByLabel('Move to').fill(typed(day))
  await bar.getByRole('button', { name: 'Move clock' }).click()
  const there = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
  // It stops at each end of day on the way: there may be dozens.
  await expect(bar.getByRole('status')).toContainText(there, { timeout: 300_000 })
}

/** Money that came in for these invoices. */
export interface Transfer {
  on: string
  amount: string
  payer: string
  text: string
  /** Each is paid as far as there is money. */
  pays: readonly string[]
}

/** Enters what came in, and says what it pays. */
export async function receive(page: Page, who: Who, { on, amount, payer, text, pays }: Transfer): Promise<void> {
  await page.goto('/payments-desk?show=enter')
  await page.getByLabel('Booked on').fill(typed(on))
  await page.getByLabel('Amount', { exact: true }).fill(amount)
  await page.getByLabel(/^Payer/).fill(payer)
  await page.getByLabel(/^Payment reference/).fill(text)
  await page.getByRole('button', { name: 'Enter receipt' }).click()
  const fits = (number: string) => page.getByRole('button', { name: `All that fits for ${number}`, exact: true })
  await confirmWhereAsked(page, who, fits(pays[0] ?? ''))
  for (const number of pays) await fits(number).click()
  await expect(page.getByText('Nothing stays unallocated')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Match receipt' }).click()
  await confirmWhereAsked(page, who, page.getByText('Receipt matched'))
}
