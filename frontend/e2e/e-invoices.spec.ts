import { cii, ubl, type Invoiced } from './support/e-invoice'
import { dayAfter, nextPayoutDay, openHouse, readySeller } from './support/house'
import { okay, signIn } from './support/people'
import { expect, expectAccessible, test } from './support/test'

test.use({ environment: { SOONER_CLOCK: 'test' } })

test('ten e-invoices at once: what they say is entered, what is wrong is said, and one is offered for', async ({ page: seller, mails, sooner }) => {
  const house = await openHouse(sooner)
  const today = await nextPayoutDay(house)
  const { seller: ada } = await readySeller(mails, house)
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

  await test.step('and one is submitted, and offered for', async () => {
    await seller.getByRole('button', { name: 'Submit invoice' }).click()
    await expect(seller.getByText('Submitted: our offer is ready')).toBeVisible()
  })

  await test.step('a table enters what is not there yet', async () => {
    await seller.goto('/invoices')
    await seller.getByRole('link', { name: 'Import table' }).click()
    const row = (buyer: string, number: string) => [buyer, number, today, dayAfter(today, 45), '1.234,50', 'EUR'].join(';')
    const table = ['Abnehmer;Rechnungsnummer;Rechnungsdatum;Fällig am;Betrag;Währung', row('nordwind ag', 'RE-3'), row('Nordwind AG', 'RE-20'), row('Ostwind SE', 'RE-21')]
    await seller.getByLabel('Table to import').setInputFiles({ name: 'June.csv', mimeType: 'text/csv', buffer: Buffer.from(table.join('\r\n')) })
    await expect(seller.getByText('1 row was there before and stays as it is.')).toBeVisible()
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
})
