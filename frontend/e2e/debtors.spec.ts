import { dayAfter, nextPayoutDay, openHouse, soldInvoices } from './support/house'
import { signInToQueue } from './support/people'
import { expect, expectAccessible, test } from './support/test'

test.use({ environment: { SOONER_CLOCK: 'test' } })

const BOOKS = 'books@nordwind.example'

interface Debtor {
  id: string
  version: number
  state: string
  limits: { amount: number; currency: string }[]
}

test('a debtor is told of what was sold, confirms one invoice on a phone and disputes another', async ({ page, browser, mails, sooner }) => {
  const house = await openHouse(sooner)
  const settings = await house.ask<{ version: number; timeZone: string; cutOff: string }>('GET', '/operator/settings')
  const profile = {
    legalName: 'Sooner Finance GmbH', address: { street: 'Hafenstr. 7', postalCode: '20457', city: 'Hamburg', country: 'DE' },
    registrationNumber: 'HRB 4711', taxNumber: null, email: 'service@sooner.example', phone: '+4940123456',
  }
  const { version, timeZone, cutOff } = settings
  await house.ask('PUT', '/operator/settings', { version, profile, timeZone, cutOff, extraHolidays: [], shortBelow: [], reminders: { beforeDue: [5], afterDue: [] } })
  const on = await nextPayoutDay(house)
  const [first, second] = await soldInvoices(mails, house, { on, faces: { 'RE-1': 1_000_000, 'RE-2': 500_000 } })
  for (const { id, version, state, limits } of await house.ask<Debtor[]>('GET', '/operator/debtors')) {
    await house.ask('PUT', `/operator/debtors/${id}`, { version, state, limits, contact: { name: 'Berta Buch', email: BOOKS } })
  }

  // The end of the day writes the notice.
  await house.ask('POST', '/operator/clock', { to: `${dayAfter(on, 1)}T06:00:00Z` })
  const mail = await mails.waitFor(BOOKS, /Abtretungsanzeige|Notice of assignment/)
  const links = [...mail.text.matchAll(/https?:\/\/\S+#token=\S+/g)].map(([link]) => link)
  expect(links).toHaveLength(2)
  const phone = await browser.newContext({ viewport: { width: 375, height: 740 }, locale: 'en-GB' })
  const debtor = await phone.newPage()
  const main = debtor.getByRole('main')

  await test.step('it opens a link, as often as it likes, and confirms', async () => {
    await debtor.goto(links[0] ?? '')
    await expect(main.getByRole('heading', { level: 1, name: /RE-[12]/ })).toBeVisible()
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
    await expect(main.getByRole('heading', { level: 1, name: shown.includes('RE-1') ? /RE-2/ : /RE-1/ })).toBeVisible()
    await debtor.getByText('Dispute', { exact: true }).click()
    await debtor.getByLabel('Reason').selectOption({ label: 'Goods or services are defective' })
    await debtor.getByLabel('Disputed amount').fill('100')
    await debtor.getByRole('button', { name: 'Dispute invoice' }).click()
    await expect(main).toContainText('You disputed this invoice')
    await phone.close()
  })

  await test.step('the operator sees both, and the letter', async () => {
    await signInToQueue(page, house.first)
    const said: string[] = []
    for (const invoice of [first, second]) {
      await page.goto(`/receivables/${invoice?.id ?? ''}`)
      const list = page.getByRole('list', { name: 'What the debtor said' })
      await expect(list).toBeVisible()
      await expect(page.getByRole('list', { name: 'Letters' })).toContainText(`to ${BOOKS}`)
      said.push((await list.textContent()) ?? '')
    }
    expect(said.filter((text) => text.includes('Confirmed the invoice'))).toHaveLength(1)
    expect(said.filter((text) => text.includes('Disputed the invoice') && text.includes('€100.00'))).toHaveLength(1)
    await expectAccessible(page)
  })
})
