import type { Locator, Page } from '@playwright/test'
import { approveNext, buyerWithProgramme, dayAfter, nextPayoutDay, openHouse } from './support/house'
import { fillIn, handIn, okay, provePhone, signIn, somebody } from './support/people'
import { linkIn } from './support/smtp'
import { expect, expectAccessible, test } from './support/test'

test.use({ environment: { SOONER_CLOCK: 'test' } })

/** A day as somebody in the United States types it. */
const typed = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`

/** Says who it is, where the product wants to know that first; then what was wanted is done. */
async function confirmWhereAsked(page: Page, who: { password: string }, done: Locator) {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' })
  await expect(dialog.or(done).first()).toBeVisible()
  if (!(await dialog.isVisible())) return
  await dialog.getByLabel('Password', { exact: true }).fill(who.password)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(done).toBeVisible()
}

test('a buyer invites a supplier, promises to pay, and the supplier is paid early for the price of the programme', async ({ page: buyer, elsewhere: supplier, mails, sooner }) => {
  const house = await openHouse(sooner)
  const ada = await buyerWithProgramme(mails, house)
  const lena = { ...somebody('Lena', 'Lind'), legalName: 'Schraubenwerk Lind GmbH' }
  const today = await nextPayoutDay(house)

  await test.step('the buyer invites a supplier', async () => {
    await signIn(buyer, ada)
    await okay(buyer)
    await buyer.goto('/suppliers')
    await buyer.getByRole('button', { name: 'Invite supplier' }).first().click()
    const form = buyer.getByRole('form', { name: 'Invite supplier' })
    await form.getByLabel('Legal name').fill(lena.legalName)
    await form.getByLabel('Country of registration').selectOption('DE')
    await form.getByLabel('Registration number').fill('HRB 4711')
    await form.getByLabel('E-mail address').fill(lena.email)
    await expectAccessible(buyer)
    await form.getByRole('button', { name: 'Send invitation' }).click()
    await expect(buyer.getByText(`Invitation sent to ${lena.email}`)).toBeVisible()
    await expect(buyer.getByRole('main')).toContainText(lena.legalName)
    await expectAccessible(buyer)
  })

  await test.step('who has no account signs up by the link, and finds the form begun', async () => {
    await supplier.goto(linkIn(await mails.waitFor(lena.email, /Get your invoices paid early/)))
    await expect(supplier.getByRole('heading', { level: 1 })).toContainText('Solarwerk AG invites Schraubenwerk Lind GmbH to be paid early')
    await supplier.getByLabel('First name').fill(lena.fname)
    await supplier.getByLabel('Last name').fill(lena.lname)
    await supplier.getByLabel('Country').selectOption('DE')
    await supplier.getByLabel('Mobile phone').fill(lena.phone)
    await supplier.getByLabel('Password', { exact: true }).fill(lena.password)
    await expectAccessible(supplier)
    await supplier.getByRole('button', { name: 'Create account and join' }).click()
    await expect(supplier).toHaveURL(/verify-phone/)
    await provePhone(lena)
    await fillIn(lena, { legalName: lena.legalName, registrationNumber: 'HRB 4711', iban: 'DE02500105170137075030', wants: ['supplier'] })
    await handIn(lena)
    await approveNext(house)
  })

  await test.step('the buyer enters what it owes and promises to pay it', async () => {
    await buyer.goto('/payables')
    await buyer.getByRole('link', { name: 'New payable' }).first().click()
    await buyer.getByLabel('Invoice number').fill('L-2027-1')
    await buyer.getByLabel('Invoice date').fill(typed(today))
    await buyer.getByLabel('Due date').fill(typed(dayAfter(today, 14)))
    await buyer.getByLabel('Total with tax', { exact: true }).fill('10,000.00')
    await expectAccessible(buyer)
    await buyer.getByRole('button', { name: 'Save payable' }).click()
    await expect(buyer.getByRole('heading', { level: 1 })).toContainText('L-2027-1')
    await buyer.goto('/payables')
    await buyer.getByRole('checkbox', { name: /L-2027-1/ }).check()
    await expectAccessible(buyer)
    await buyer.getByRole('button', { name: 'Approve' }).click()
    const panel = buyer.getByRole('group', { name: 'Approve payables' })
    await expect(panel).toContainText('€10,000.00')
    await panel.getByRole('button', { name: /^Approve/ }).click()
    await confirmWhereAsked(buyer, ada, buyer.getByText('1 payable approved'))
    await expectAccessible(buyer)
  })

  await test.step('the buyer imports two hundred more from a table, five of which have something wrong', async () => {
    const wrong = ['Nobody AG;L-X;{0};{1};100,00;EUR', `${lena.legalName};;{0};{1};100,00;EUR`, `${lena.legalName};L-Y;{0};31.02.2027;100,00;EUR`, `${lena.legalName};L-Z;{0};{1};1.234;EUR`, `${lena.legalName};L-Q;{0};{1};100,00;Euro`]
    const right = Array.from({ length: 195 }, (_, place) => `${lena.legalName};M-${place + 1};{0};{1};1.000,00;EUR`)
    const rows = ['Lieferant;Rechnungsnummer;Rechnungsdatum;Fällig am;Betrag;Währung', ...wrong, ...right, `HRB 4711;L-2027-1;{0};{1};10.000,00;EUR`]
    const table = rows.join('\r\n').replaceAll('{0}', today).replaceAll('{1}', dayAfter(today, 14))
    await buyer.goto('/payables')
    await buyer.getByRole('link', { name: 'Import' }).click()
    await expectAccessible(buyer)
    await buyer.getByLabel('Table to import').setInputFiles({ name: 'Juni.csv', mimeType: 'text/csv', buffer: Buffer.from(table, 'latin1') })
    await expect(buyer.getByText('195 rows are ready to import.')).toBeVisible()
    await expect(buyer.getByRole('main')).toContainText('€195,000.00')
    await expect(buyer.getByText('1 row was there before and stays as it is.')).toBeVisible()
    await expect(buyer.getByRole('heading', { name: '5 rows with problems' })).toBeVisible()
    await expectAccessible(buyer)
    await buyer.getByRole('button', { name: 'Import 195 payables' }).click()
    await expect(buyer.getByText('195 rows imported')).toBeVisible({ timeout: 60_000 })
    await buyer.getByRole('link', { name: 'Go to payables to approve' }).click()
    await expect(buyer.getByRole('checkbox', { name: /M-195/ })).toBeVisible()
  })

  await test.step('the supplier sees what each day costs, and is paid early', async () => {
    await supplier.goto('/')
    await okay(supplier)
    await supplier.goto('/invoices')
    await supplier.getByRole('link', { name: /L-2027-1/ }).click()
    // The fifth vector: 14 days at 24 %.
    for (const figure of ['€9,906.67', '€93.33']) await expect(supplier.getByRole('main')).toContainText(figure)
    await expectAccessible(supplier)
    await supplier.getByRole('button', { name: 'Accept offer' }).click()
    await supplier.getByRole('group', { name: 'Accept offer' }).getByRole('button', { name: 'Accept offer' }).click()
    await confirmWhereAsked(supplier, lena, supplier.getByText(/We pay you €9,906.67 on/))
    await expectAccessible(supplier)
    await buyer.goto('/payables?number=L-2027')
    await expect(buyer.getByRole('main')).toContainText('Paid early: pay us')
  })

  await test.step('the buyer reads what it has to disclose', async () => {
    await buyer.getByRole('link', { name: 'View disclosures' }).click()
    await buyer.getByRole('link', { name: 'This year so far' }).click()
    await expect(buyer.getByRole('main')).toContainText('€10,000.00')
    await expectAccessible(buyer)
  })
})
