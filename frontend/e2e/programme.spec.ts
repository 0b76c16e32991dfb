import type { Page } from '@playwright/test'
import { approveNext, buyerToBe, dayAfter, isBusinessDay, nextBusinessDay, nextPayoutDay, openHouse, payOut, priceSupplier } from './support/house'
import { confirmWhereAsked, moveTo, receive, typed } from './support/money'
import { fillIn, handIn, okay, provePhone, signIn, somebody, submitted } from './support/people'
import { linkIn } from './support/smtp'
import { expect, expectAccessible, test } from './support/test'

test.use({ environment: { SOONER_CLOCK: 'test' } })

/** What a supplier reads of an offer, and accepts. */
async function accept(page: Page, who: { password: string }, payout: string) {
  await page.getByRole('button', { name: 'Accept offer' }).click()
  await page.getByRole('group', { name: 'Accept offer' }).getByRole('button', { name: 'Accept offer' }).click()
  await confirmWhereAsked(page, who, page.getByText(new RegExp(`^We pay you ${payout} on`)))
}

test('a programme from its terms to the day it is paid: both suppliers and the buyer see every figure of the fourth, fifth and seventh vector', async ({ page: buyer, elsewhere: supplier, browser, mails, sooner }) => {
  const [weberPage, house] = [await (await browser.newContext()).newPage(), await (await browser.newContext()).newPage()]
  const sooners = await openHouse(sooner)
  const { buyer: ada, facility } = await buyerToBe(mails, sooners)
  const lena = { ...somebody('Lena', 'Lind'), legalName: 'Schraubenwerk Lind GmbH' }
  // Nobody of the buyer: what shares people is not paid early.
  const weber = await submitted(mails, { legalName: 'Weber Metall GmbH', registrationNumber: 'HRB 3', iban: 'DE02500105170137075030', wants: ['supplier'] }, { fname: 'Wanda', lname: 'Weber' })
  await approveNext(sooners)
  // What is due in 14, 20 and, from the day after, 90 days is due on a business day.
  const today = await nextPayoutDay(sooners, (day) => [dayAfter(day, 14), dayAfter(day, 20), dayAfter(nextBusinessDay(day), 90)].every(isBusinessDay))
  const tomorrow = nextBusinessDay(today)
  const [soon, later, last] = [dayAfter(today, 14), dayAfter(today, 20), dayAfter(tomorrow, 90)]
  await signIn(house, sooners.first)

  await test.step('the buyer reads the terms of the programme, and accepts them with a typed name', async () => {
    await signIn(buyer, ada)
    await okay(buyer)
    await buyer.goto('/facility')
    await expect(buyer.getByRole('heading', { name: 'Our terms for you to accept' })).toBeVisible()
    await expect(buyer.getByRole('main')).toContainText('24%')
    await expectAccessible(buyer)
    await buyer.getByLabel('Your full name').fill('Ada Brandt')
    await buyer.getByRole('button', { name: 'Accept terms' }).click()
    await confirmWhereAsked(buyer, ada, buyer.getByText('Terms accepted'))
  })

  const invite = async (legalName: string, registrationNumber: string, email: string) => {
    await buyer.goto('/suppliers')
    await buyer.getByRole('button', { name: 'Invite supplier' }).first().click()
    const form = buyer.getByRole('form', { name: 'Invite supplier' })
    await form.getByLabel('Legal name').fill(legalName)
    await form.getByLabel('Country of registration').selectOption('DE')
    await form.getByLabel('Registration number').fill(registrationNumber)
    await form.getByLabel('E-mail address').fill(email)
    await expectAccessible(buyer)
    await form.getByRole('button', { name: 'Send invitation' }).click()
    await expect(buyer.getByText(`Invitation sent to ${email}`)).toBeVisible()
    await expect(buyer.getByRole('main')).toContainText(legalName)
  }

  await test.step('it invites two suppliers', async () => {
    await invite(lena.legalName, 'HRB 4711', lena.email)
    await invite('Weber Metall GmbH', 'HRB 3', weber.email)
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
    await approveNext(sooners)
  })

  await test.step('who has one joins with its company, and lets itself be paid early without asking', async () => {
    await weberPage.goto(linkIn(await mails.waitFor(weber.email, /Get your invoices paid early/)))
    await weberPage.getByRole('link', { name: 'Sign in to join' }).click()
    await weberPage.getByLabel('E-mail address').fill(weber.email)
    await weberPage.getByLabel('Password', { exact: true }).fill(weber.password)
    await weberPage.getByRole('button', { name: 'Sign in' }).click()
    await okay(weberPage)
    await weberPage.getByRole('button', { name: 'Join with your company' }).click()
    await expect(weberPage.getByText('Your company has joined the supplier programme of Solarwerk AG.')).toBeVisible()
    await weberPage.goto('/company')
    await weberPage.getByRole('button', { name: 'Change automatic payment by Solarwerk AG' }).click()
    await weberPage.getByRole('radio', { name: 'Every invoice' }).check({ force: true })
    await expectAccessible(weberPage)
    await weberPage.getByRole('button', { name: 'Save' }).click()
    await confirmWhereAsked(weberPage, weber, weberPage.getByText('Automatic early payment saved'))
    await priceSupplier(sooners, facility, 'Weber Metall GmbH', 500)
  })

  await test.step('the buyer enters what it owes', async () => {
    await buyer.goto('/payables')
    await buyer.getByRole('link', { name: 'New payable' }).first().click()
    await buyer.getByLabel('Invoice number').fill('L-2027-1')
    await buyer.getByLabel('Supplier').selectOption({ label: lena.legalName })
    await buyer.getByLabel('Invoice date').fill(typed(today))
    await buyer.getByLabel('Due date').fill(typed(soon))
    await buyer.getByLabel('Total with tax', { exact: true }).fill('10,000.00')
    await expectAccessible(buyer)
    await buyer.getByRole('button', { name: 'Save payable' }).click()
    await expect(buyer.getByRole('heading', { level: 1 })).toContainText('L-2027-1')
  })

  await test.step('it imports two hundred more from a table, five of which have something wrong', async () => {
    const name = lena.legalName
    const wrong = [`Nobody AG;L-X;${today};${soon};100,00;EUR`, `${name};;${today};${soon};100,00;EUR`, `${name};L-Y;${today};31.02.2027;100,00;EUR`, `${name};L-Z;${today};${soon};1.234;EUR`, `${name};L-Q;${today};${soon};100,00;Euro`]
    const large = [`HRB 3;W-7;${today};${last};100.000,00;EUR`, `HRB 4711;L-2027-4;${today};${later};1.000,00;EUR`]
    const many = Array.from({ length: 193 }, (_, place) => `${name};M-${place + 1};${today};${soon};1.000,00;EUR`)
    const twice = `HRB 4711;L-2027-1;${today};${soon};10.000,00;EUR`
    const table = ['Lieferant;Rechnungsnummer;Rechnungsdatum;Fällig am;Betrag;Währung', ...wrong, ...large, ...many, twice].join('\r\n')
    await buyer.goto('/payables')
    await buyer.getByRole('link', { name: 'Import' }).click()
    await expectAccessible(buyer)
    await buyer.getByLabel('Table to import').setInputFiles({ name: 'Juni.csv', mimeType: 'text/csv', buffer: Buffer.from(table, 'latin1') })
    await expect(buyer.getByText('195 rows are ready to import.')).toBeVisible()
    await expect(buyer.getByRole('main')).toContainText('€294,000.00')
    await expect(buyer.getByText('1 row was there before and stays as it is.')).toBeVisible()
    await expect(buyer.getByRole('heading', { name: '5 rows with problems' })).toBeVisible()
    await expectAccessible(buyer)
    await buyer.getByRole('button', { name: 'Import 195 payables' }).click()
    await expect(buyer.getByText('195 rows imported')).toBeVisible({ timeout: 60_000 })
    await buyer.getByRole('link', { name: 'Go to payables to approve' }).click()
  })

  await test.step('and promises to pay all of it', async () => {
    const all = buyer.getByRole('checkbox', { name: 'Select all on this page' })
    for (const count of [50, 100, 150, 196]) {
      await expect(all).not.toBeChecked()
      await all.check()
      await expect(buyer.getByText(new RegExp(`^${count} payables selected`))).toBeVisible()
      if (count < 196) await buyer.getByRole('link', { name: 'Next page' }).click()
    }
    await buyer.getByRole('button', { name: 'Approve' }).click()
    const panel = buyer.getByRole('group', { name: 'Approve payables' })
    for (const sum of ['€203,000.00', '€1,000.00', '€100,000.00', '€304,000.00']) await expect(panel).toContainText(sum)
    await expectAccessible(buyer)
    await panel.getByRole('button', { name: /^Approve/ }).click()
    await confirmWhereAsked(buyer, ada, buyer.getByText('196 payables approved'))
    await expectAccessible(buyer)
  })

  await test.step('one supplier takes three: by the day, at its own rate, and by what it needs', async () => {
    await supplier.goto('/')
    await okay(supplier)
    await supplier.goto('/invoices?number=L-2027-1')
    await supplier.getByRole('link', { name: /L-2027-1/ }).click()
    // The fifth vector: 14 days at 24 %.
    for (const figure of ['€9,906.67', '€93.33']) await expect(supplier.getByRole('main')).toContainText(figure)
    await expectAccessible(supplier)
    await accept(supplier, lena, '€9,906.67')
    await expectAccessible(supplier)
    await priceSupplier(sooners, facility, lena.legalName, 600)
    await supplier.goto('/invoices?number=L-2027-4')
    await supplier.getByRole('link', { name: /L-2027-4/ }).click()
    // The fourth: 20 days at 6 %.
    for (const figure of ['€996.67', '€3.33']) await expect(supplier.getByRole('main')).toContainText(figure)
    await accept(supplier, lena, '€996.67')
  })

  const third = await test.step('what it still needs is found for it', async () => {
    await supplier.goto('/')
    await supplier.getByRole('link', { name: 'Accept several offers' }).click()
    await supplier.getByRole('textbox', { name: /^How much do you need/ }).fill('900.00')
    await supplier.getByRole('button', { name: 'Choose offers', exact: true }).click()
    await expect(supplier.getByText('1 offer chosen')).toBeVisible()
    const name = await supplier.getByRole('checkbox', { name: /^Select M-/, checked: true }).getAttribute('aria-label')
    await expectAccessible(supplier)
    await supplier.getByRole('button', { name: 'Accept 1 offer' }).click()
    await confirmWhereAsked(supplier, lena, supplier.getByText('1 invoice sold'))
    return name?.replace('Select ', '') ?? ''
  })

  await test.step('the other one is paid at the end of the day, without doing anything', async () => {
    await payOut(sooners, today)
    await moveTo(house, tomorrow)
    await payOut(sooners, tomorrow)
    await weberPage.goto('/invoices')
    await weberPage.getByRole('link', { name: /W-7/ }).click()
    // The seventh: 90 days at 5 %.
    for (const figure of ['€98,750.00', '€1,250.00']) await expect(weberPage.getByRole('main')).toContainText(figure)
    await expectAccessible(weberPage)
    await buyer.goto('/payables?number=W-7')
    await expect(buyer.getByRole('main')).toContainText('Paid early: pay us')
  })

  await test.step('on the due date the buyer pays us for what was paid early, as it was told five days before', async () => {
    await moveTo(house, soon)
    await mails.waitFor(ada.email, /due/i)
    await receive(house, sooners.first, { on: soon, amount: '11,000.00', payer: 'Solarwerk AG', text: `L-2027-1 ${third}`, pays: ['L-2027-1', third] })
    await buyer.goto('/payables?number=L-2027-1')
    await expect(buyer.getByRole('main')).toContainText('Paid')
  })

  await test.step('six days later it pays less than it promised, and what is left stays open', async () => {
    await moveTo(house, later)
    await receive(house, sooners.first, { on: later, amount: '900.00', payer: 'Solarwerk AG', text: 'L-2027-4', pays: ['L-2027-4'] })
    await house.goto('/receivables?number=L-2027-4')
    await house.getByRole('link', { name: /L-2027-4/ }).first().click()
    for (const figure of ['€1,000.00', '€100.00', '€3.33']) await expect(house.getByRole('main')).toContainText(figure)
    await expectAccessible(house)
  })

  await test.step('of what its early payments cost the buyer is paid its share', async () => {
    await payOut(sooners, later)
    await buyer.goto('/payments')
    for (const figure of ['€9.33', '€0.23']) await expect(buyer.getByRole('main')).toContainText(figure)
    await expectAccessible(buyer)
    await buyer.getByRole('link', { name: 'L-2027-1' }).click()
    await expect(buyer.getByRole('heading', { name: 'Your share of the discount' })).toBeVisible()
    await expect(buyer.getByRole('main')).toContainText('€9.33')
    await expectAccessible(buyer)
  })

  await test.step('the books add up', async () => {
    expect(sooner.run('ledger', 'verify')).toContain('entries hold together')
    await house.goto('/ledger')
    // Of the fifth vector and the third it took: what was settled is earned, but for the buyer's tenth of each.
    await expect(house.getByRole('row', { name: /Discount income/ })).toContainText('€86.10')
    await expectAccessible(house)
  })

  await test.step('the buyer reads what it has to disclose', async () => {
    await buyer.goto('/payables')
    await buyer.getByRole('link', { name: 'View disclosures' }).click()
    await buyer.getByRole('link', { name: 'This year so far' }).click()
    // Approved, paid, and owed: what was paid early and not paid back, and what the second transfer was short.
    for (const figure of ['€304,000.00', '−\u2060€11,900.00', '€100,100.00']) await expect(buyer.getByRole('main')).toContainText(figure)
    await expectAccessible(buyer)
  })
})
