import { cii, ubl, type Invoiced } from './support/e-invoice'
import { dayAfter, nextPayoutDay, openHouse, readySeller } from './support/house'
import { confirmWhereAsked } from './support/money'
import { okay, signIn, signInToQueue } from './support/people'
import { expect, expectAccessible, test } from './support/test'

test.use({ environment: { SOONER_CLOCK: 'test' } })

const BOOKS = 'books@nordwind.example'

interface Debtor {
  id: string
  version: number
  state: string
  limits: { amount: number; currency: string }[]
}

test('ten e-invoices at once: six are entered, two sold, and their debtor confirms one on a phone and disputes the other', async ({ page: seller, browser, mails, sooner }) => {
  const house = await openHouse(sooner)
  const settings = await house.ask<{ version: number; timeZone: string; cutOff: string }>('GET', '/operator/settings')
  const profile = {
    legalName: 'Sooner Finance GmbH', address: { street: 'Hafenstr. 7', postalCode: '20457', city: 'Hamburg', country: 'DE' },
    registrationNumber: 'HRB 4711', taxNumber: null, email: 'service@sooner.example', phone: '+4940123456',
  }
  const { version, timeZone, cutOff } = settings
  await house.ask('PUT', '/operator/settings', { version, profile, timeZone, cutOff, extraHolidays: [], shortBelow: [], reminders: { beforeDue: [5], afterDue: [] } })
  const today = await nextPayoutDay(house)
  const { seller: ada, asSeller } = await readySeller(mails, house)
  for (const { id, version, state, limits } of await house.ask<Debtor[]>('GET', '/operator/debtors')) {
    await house.ask('PUT', `/operator/debtors/${id}`, { version, state, limits, contact: { name: 'Berta Buch', email: BOOKS } })
  }
  const invoice = (number: string, changes: Partial<Invoiced> = {}): Invoiced => ({ number, issuedOn: today, dueOn: dayAfter(today, 45), net: 1_000_000, ...changes })
  const file = (name: string, content: string) => ({ name, mimeType: 'text/xml', buffer: Buffer.from(content) })
  await signIn(seller, ada)
  await okay(seller)
  await seller.goto('/invoices')
  await seller.getByRole('link', { name: 'Add e-invoices' }).first().click()

  await test.step('ten are dropped at once', async () => {
    await seller.getByLabel('E-invoices to add').setInputFiles([
      file('1.xml', ubl(invoice('RE-1'))),
      file('2.xml', cii(invoice('RE-2', { net: 500_000 }))),
      file('3.xml', ubl(invoice('RE-3', { net: 250_050 }))),
      file('4.xml', cii(invoice('RE-4'))),
      file('5.xml', ubl(invoice('RE-5'))),
      file('6.xml', cii(invoice('RE-6'))),
      file('wrong-total.xml', ubl(invoice('RE-7', { due: 1_000 }))),
      file('statement.xml', '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"/>'),
      file('sold.xml', ubl(invoice('RE-9', { note: 'Diese Forderung wurde an die Nordfactor Bank abgetreten. Zahlung mit schuldbefreiender Wirkung nur an diese.' }))),
      file('unknown-buyer.xml', cii(invoice('RE-10', { buyer: 'Ostwind SE' }))),
    ])
    await expect(seller.getByRole('button', { name: 'Enter 6 invoices' })).toBeVisible()
    const row = (name: string) => seller.getByRole('list', { name: 'E-invoices' }).getByRole('listitem').filter({ hasText: name })
    await expect(row('wrong-total.xml')).toContainText('BT-115')
    await expect(row('statement.xml')).toContainText('This isn’t an e-invoice')
    await expect(row('sold.xml')).toContainText('it seems to be sold already')
    await expect(row('unknown-buyer.xml')).toContainText('Ostwind SE isn’t on your list of buyers.')
    await expectAccessible(seller)
  })

  await test.step('six are entered, each with its file', async () => {
    await seller.getByRole('button', { name: 'Enter 6 invoices' }).click()
    await expect(seller.getByRole('link', { name: /^Open draft RE-/ })).toHaveCount(6)
    await seller.getByRole('link', { name: 'Open draft RE-3' }).click()
    await expect(seller.getByRole('main')).toContainText('€2,975.60')
    await expect(seller.getByRole('list', { name: 'Documents' })).toContainText('3.xml')
  })

  await test.step('two are submitted, offered for, and sold', async () => {
    for (const number of ['RE-3', 'RE-2']) {
      await seller.goto('/invoices?status=draft')
      await seller.getByRole('link', { name: new RegExp(number) }).click()
      await seller.getByRole('button', { name: 'Submit invoice' }).click()
      await expect(seller.getByText('Submitted: our offer is ready')).toBeVisible()
      await seller.getByRole('button', { name: 'Accept offer' }).click()
      await seller.getByRole('group', { name: 'Accept offer' }).getByRole('button', { name: 'Accept offer' }).click()
      await confirmWhereAsked(seller, ada, seller.getByRole('group', { name: 'Assignment schedule' }))
    }
  })

  await test.step('a table enters what is not there yet', async () => {
    await seller.goto('/invoices')
    await seller.getByRole('link', { name: 'Import table' }).click()
    const row = (buyer: string, number: string, face = '1.234,50') => [buyer, number, today, dayAfter(today, 45), face, 'EUR'].join(';')
    const rows = [row('nordwind ag', 'RE-3', '2.975,60'), row('Nordwind AG', 'RE-2'), row('Nordwind AG', 'RE-20'), row('Ostwind SE', 'RE-21')]
    const table = ['Abnehmer;Rechnungsnummer;Rechnungsdatum;Fällig am;Betrag;Währung', ...rows]
    await seller.getByLabel('Table to import').setInputFiles({ name: 'June.csv', mimeType: 'text/csv', buffer: Buffer.from(table.join('\r\n')) })
    await expect(seller.getByText('1 row was there before and stays as it is.')).toBeVisible()
    await expect(seller.getByText('Invoice number: You entered this invoice before with other figures.')).toBeVisible()
    await expect(seller.getByText('Buyer: This buyer isn’t on your list.')).toBeVisible()
    await expectAccessible(seller)
    await seller.getByRole('button', { name: 'Import 1 invoice' }).click()
    await expect(seller.getByText('1 draft still needs its invoice file.')).toBeVisible()
    await seller.getByRole('link', { name: 'Go to drafts' }).click()
    await expect(seller.getByRole('link', { name: /RE-20/ })).toBeVisible()
  })

  await test.step('and the month is told in writing', async () => {
    await seller.goto('/payments/statements')
    await expect(seller.getByRole('heading', { name: 'For your own books' })).toBeVisible()
    await expectAccessible(seller)
  })

  const invoices = await asSeller<{ id: string; invoiceNumber: string }[]>('GET', '/semi-private/receivables')
  const sold = invoices.filter(({ invoiceNumber }) => ['RE-2', 'RE-3'].includes(invoiceNumber))
  // The end of the day writes the notice.
  await house.ask('POST', '/operator/clock', { to: `${dayAfter(today, 1)}T06:00:00Z` })
  const mail = await mails.waitFor(BOOKS, /Abtretungsanzeige|Notice of assignment/)
  const links = [...mail.text.matchAll(/https?:\/\/\S+#token=\S+/g)].map(([link]) => link)
  expect(links).toHaveLength(2)
  const phone = await browser.newContext({ viewport: { width: 375, height: 740 }, locale: 'en-GB' })
  const debtor = await phone.newPage()
  const main = debtor.getByRole('main')

  await test.step('the debtor opens a link, as often as it likes, and confirms', async () => {
    await debtor.goto(links[0] ?? '')
    await expect(main.getByRole('heading', { level: 1, name: /RE-[23]/ })).toBeVisible()
    expect(debtor.url()).not.toContain('token')
    await debtor.reload()
    await expect(main).toContainText('DE89 3704 0044 0532 0130 00')
    await expectAccessible(debtor)
    expect(await debtor.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
    await debtor.getByRole('button', { name: 'Confirm invoice' }).click()
    await expect(main).toContainText('You confirmed this invoice')
  })

  await test.step('it disputes another', async () => {
    const shown = (await main.getByRole('heading', { level: 1 }).textContent()) ?? ''
    // In the same tab: another link is another page.
    await debtor.goto(links[1] ?? '')
    await expect(main.getByRole('heading', { level: 1, name: shown.includes('RE-3') ? /RE-2/ : /RE-3/ })).toBeVisible()
    await debtor.getByText('Dispute', { exact: true }).click()
    await debtor.getByLabel('Reason').selectOption({ label: 'Goods or services are defective' })
    await debtor.getByLabel('Disputed amount').fill('100')
    await debtor.getByRole('button', { name: 'Dispute invoice' }).click()
    await expect(main).toContainText('You disputed this invoice')
    await phone.close()
  })

  await test.step('the operator sees both, and the letter', async () => {
    const office = await browser.newContext()
    const page = await office.newPage()
    await signInToQueue(page, house.first)
    const said: string[] = []
    for (const { id } of sold) {
      await page.goto(`/receivables/${id}`)
      const list = page.getByRole('list', { name: 'What the debtor said' })
      await expect(list).toBeVisible()
      await expect(page.getByRole('list', { name: 'Letters' })).toContainText(`to ${BOOKS}`)
      said.push((await list.textContent()) ?? '')
    }
    expect(said.filter((text) => text.includes('Confirmed the invoice'))).toHaveLength(1)
    expect(said.filter((text) => text.includes('Disputed the invoice') && text.includes('€100.00'))).toHaveLength(1)
    await expectAccessible(page)
    await office.close()
  })
})
