import type { Page } from '@playwright/test'
import { pdf } from './support/files'
import { approvedSeller, dayAfter, nextPayoutDay, openHouse } from './support/house'
import { confirm, confirmWhereAsked, moveTo, receive, typed } from './support/money'
import { okay, signIn } from './support/people'
import { expect, expectAccessible, test } from './support/test'

test.use({ environment: { SOONER_CLOCK: 'test' } })

const rail = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' })
/** Pays out what is due, which is so much. */
async function pay(page: Page, who: { password: string }, amount: string, day: string, approve: (title: RegExp) => Promise<void>) {
  await page.goto('/payments-desk')
  await page.getByRole('checkbox', { name: `Select Mühle Brandt GmbH ${amount}` }).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Prepare release' }).click()
  await expect(page.getByRole('button', { name: 'Propose release' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Propose release' }).click()
  await confirmWhereAsked(page, who, page.getByText('Waiting for a second person'))
  await approve(/^Approve: /)
  await page.goto('/payments-desk?show=released')
  await page.getByRole('button', { name: /^Mark as executed: batch \d+/ }).click()
  await page.getByLabel('Day of execution').fill(typed(day))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Mark as executed', exact: true }).click()
  await confirmWhereAsked(page, who, page.getByText('Batch marked as executed'))
}

test('from terms to the last cent: both sides see every figure of the first vector', async ({ page: house, elsewhere: seller, browser, mails, sooner }) => {
  const second = await (await browser.newContext()).newPage()
  const sooners = await openHouse(sooner)
  const ada = await approvedSeller(mails, sooners)
  const today = await nextPayoutDay(sooners)

  await test.step('the house offers a facility, with what it comes to beside it', async () => {
    await signIn(house, sooners.first)
    await rail(house).getByRole('link', { name: 'Facilities' }).click()
    await house.getByRole('link', { name: 'Offer a facility' }).click()
    await house.getByRole('list', { name: 'Approved companies' }).getByRole('button', { name: /Mühle Brandt GmbH/ }).click()
    await expect(house.getByRole('main')).toContainText('€8,000.00')
    await expectAccessible(house)
    await house.getByRole('button', { name: 'Offer facility' }).click()
    await expect(house.getByText('Waiting for a second person')).toBeVisible()
    await expectAccessible(house)
  })

  const approve = async (title: RegExp) => {
    await second.goto('/approvals')
    await second.getByRole('button', { name: title }).click()
    await second.getByRole('dialog', { name: 'Approve change' }).getByRole('button', { name: 'Approve change' }).click()
    await confirmWhereAsked(second, sooners.second, second.getByText(/^Approved( and in effect)?\./))
  }

  await test.step('a second person approves them', async () => {
    await signIn(second, sooners.second)
    await expect(rail(second)).toBeVisible()
    await approve(/^Approve: /)
  })

  await test.step('the seller reads the terms, and accepts them with a typed name', async () => {
    await signIn(seller, ada)
    await okay(seller)
    await seller.goto('/facility')
    await expect(seller.getByRole('heading', { name: 'Our terms for you to accept' })).toBeVisible()
    await expect(seller.getByRole('main')).toContainText('12%')
    await expectAccessible(seller)
    await seller.getByLabel('Your full name').fill('Ada Brandt')
    await seller.getByRole('button', { name: 'Accept terms' }).click()
    await confirm(seller, ada)
    await expect(seller.getByText('Terms accepted')).toBeVisible()
    await expectAccessible(seller)
  })

  await test.step('and enters an invoice, which is offered at once', async () => {
    await seller.goto('/invoices')
    await seller.getByRole('link', { name: 'New invoice' }).first().click()
    await seller.getByLabel('Invoice number').fill('RE 2027-001')
    await seller.getByLabel('Invoice date').fill(typed(today))
    await seller.getByLabel('Due date').fill(typed(dayAfter(today, 45)))
    await seller.getByLabel('Total with tax', { exact: true }).fill('10,000.00')
    await expectAccessible(seller)
    await seller.getByRole('button', { name: 'Save and attach invoice' }).click()
    await expect(seller.getByRole('heading', { level: 1, name: 'Invoice RE 2027-001' })).toBeVisible()
    await seller.locator('input[type=file]').setInputFiles({ name: 'Invoice.pdf', mimeType: 'application/pdf', buffer: pdf('Invoice RE 2027-001', 'Nordwind AG', '10,000.00 EUR') })
    await expect(seller.getByRole('button', { name: 'Download Invoice.pdf' })).toBeVisible()
    await seller.getByRole('button', { name: 'Submit invoice' }).click()
    await expect(seller.getByText('Submitted: our offer is ready')).toBeVisible()
    for (const figure of ['€8,000.00', '€1,730.00', '€270.00', '€120.00', '€150.00', '27.38%']) await expect(seller.getByRole('main')).toContainText(figure)
    await expectAccessible(seller)
  })

  await test.step('it sells it for that', async () => {
    await seller.getByRole('button', { name: 'Accept offer' }).click()
    await seller.getByRole('group', { name: 'Accept offer' }).getByRole('button', { name: 'Accept offer' }).click()
    await confirmWhereAsked(seller, ada, seller.getByText(/^We pay you €8,000.00 on/))
    await expectAccessible(seller)
  })

  await test.step('the house releases the payout, two people agree, and the bank carries it out', async () => {
    await pay(house, sooners.first, '€8,000.00', today, approve)
  })

  await test.step('45 days later the debtor pays, and the receipt is matched', async () => {
    await moveTo(house, dayAfter(today, 45))
    await receive(house, sooners.first, { on: dayAfter(today, 45), amount: '10,000.00', payer: 'Nordwind AG', text: 'RE 2027-001', pays: ['RE 2027-001'] })
  })

  await test.step('the seller reads why it gets 1,730.00', async () => {
    await seller.reload()
    await expect(seller.getByText('At the end you were due €1,730.00 in addition to the payout.')).toBeVisible()
    await expect(seller.getByRole('group', { name: 'Settlement', exact: true })).toContainText('Reserve €2,000.00 − Discount €120.00 − Service fee €150.00')
    await expectAccessible(seller)
  })

  await test.step('and is paid that', async () => {
    await pay(house, sooners.first, '€1,730.00', dayAfter(today, 45), approve)
    await seller.goto('/payments')
    for (const figure of ['€8,000.00', '€1,730.00']) await expect(seller.getByRole('main')).toContainText(figure)
    await expectAccessible(seller)
  })

  await test.step('the house sees the same, and where its income comes from', async () => {
    await house.goto('/receivables')
    await house.getByRole('link', { name: /RE 2027-001/ }).first().click()
    for (const figure of ['€10,000.00', '€8,000.00', '€120.00', '€150.00', '€270.00', '€1,730.00']) await expect(house.getByRole('main')).toContainText(figure)
    await expectAccessible(house)
    await rail(house).getByRole('link', { name: 'Ledger' }).click()
    await expectAccessible(house)
    await house.getByRole('table').getByRole('link', { name: 'Discount income' }).click()
    await house.getByRole('table').getByRole('link').first().click()
    await house.getByRole('table').getByRole('link').first().click()
    await expect(house.getByRole('heading', { level: 1 })).toHaveText('Settlement')
    for (const figure of ['€120.00', '€150.00']) await expect(house.getByRole('table', { name: 'Postings' })).toContainText(figure)
    await expectAccessible(house)
    await house.getByRole('link', { name: /RE 2027-001/ }).first().click()
    await expect(house.getByRole('heading', { level: 1, name: /RE 2027-001/ })).toBeVisible()
  })
})
