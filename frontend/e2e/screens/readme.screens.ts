import { resolve } from 'node:path'
import { operator, signIn, signInToQueue, submitted, verifiedPerson } from '../support/people'
import { test } from '../support/test'
import type { Page } from '@playwright/test'

const shot = async (page: Page, name: string) => {
  await page.locator('[data-rht-toaster] [role=status]').waitFor({ state: 'detached' })
  await page.waitForTimeout(600)
  await page.screenshot({ path: resolve(import.meta.dirname, `../../../docs/images/${name}.png`) })
}

test.describe('the pictures of the README', () => {
  test.use({ viewport: { width: 1280, height: 800 } })

  test('the form', async ({ page, mails }) => {
    await signIn(page, await verifiedPerson(mails))
    await page.getByRole('button', { name: 'Okay' }).click()
    await page.goto('/onboarding')
    await page.getByRole('checkbox', { name: /Sell my invoices/ }).check({ force: true })
    await page.getByLabel('Legal name').fill('Mühle Brandt GmbH')
    await page.getByLabel('Legal form').selectOption({ label: 'Private limited company' })
    await page.getByLabel('Registration number', { exact: true }).fill('HRB 12345')
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.mouse.wheel(0, -2000)
    await shot(page, 'form')
  })

  test('a case', async ({ page, mails, sooner }) => {
    const [olga, ada] = [await operator(sooner), await submitted(mails)]
    await signInToQueue(page, olga)
    await page.getByRole('searchbox').fill(ada.email)
    await page.locator('[data-list-item]').first().click()
    await page.getByRole('button', { name: 'Assign to me' }).click()
    await page.getByRole('button', { name: /Last bank statement/ }).click()
    await page.locator('canvas[data-drawn]').waitFor()
    await page.mouse.wheel(0, -2000)
    await shot(page, 'case')
  })
})

test.describe('on a phone, in the dark', () => {
  test.use({ viewport: { width: 375, height: 720 }, colorScheme: 'dark' })

  test('the start', async ({ page, mails }) => {
    await signIn(page, await verifiedPerson(mails))
    await page.getByRole('button', { name: 'Okay' }).click()
    await shot(page, 'phone')
  })
})
