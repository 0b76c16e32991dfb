import { readFile } from 'node:fs/promises'
import { carriedOut, statement } from './support/bank'
import { nextPayoutDay, openHouse, soldInvoices } from './support/house'
import { confirm, confirmWhereAsked } from './support/money'
import { signIn } from './support/people'
import { expect, expectAccessible, test } from './support/test'

test.use({ environment: { SOONER_CLOCK: 'test' } })

test('money by file: payouts to the bank, a statement from it, three matches by keyboard and one undone', async ({ page: house, elsewhere: second, mails, sooner }) => {
  const sooners = await openHouse(sooner)
  const today = await nextPayoutDay(sooners)
  const faces = { 'RE-11111': 1_000_000, 'RE-22222': 1_200_000, 'RE-33333': 1_350_000, 'RE-44444': 900_000 }
  const [first] = await soldInvoices(mails, sooners, { on: today, faces })
  await signIn(second, sooners.second)
  await expect(second.getByRole('complementary', { name: 'Sidebar' })).toBeVisible()
  const approve = async () => {
    await second.goto('/approvals')
    await second.getByRole('button', { name: /^Approve: / }).first().click()
    await second.getByRole('dialog', { name: 'Approve change' }).getByRole('button', { name: 'Approve change' }).click()
    await confirmWhereAsked(second, sooners.second, second.getByText(/^Approved and in effect\./))
  }

  let order = ''
  await test.step('a released batch is a file for the bank', async () => {
    await signIn(house, sooners.first)
    await expect(house.getByRole('complementary', { name: 'Sidebar' })).toBeVisible()
    await house.goto('/payments-desk')
    for (const amount of ['€8,000.00', '€9,600.00', '€10,800.00', '€7,200.00']) await house.getByRole('checkbox', { name: `Select Mühle Brandt GmbH ${amount}` }).check()
    await house.getByRole('button', { name: 'Prepare release' }).click()
    await house.getByRole('button', { name: 'Propose release' }).click()
    await confirmWhereAsked(house, sooners.first, house.getByText('Waiting for a second person'))
    await approve()
    await house.goto('/payments-desk?show=released')
    const download = house.waitForEvent('download')
    await house.getByRole('button', { name: /^Bank file \(EUR\) of batch \d+/ }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^payouts-[0-9a-f]{32}-EUR\.xml$/)
    order = await readFile(await file.path(), 'utf8')
    await expect(house.getByText(/^Bank file \(EUR\) first downloaded on /)).toBeVisible()
    await expectAccessible(house)
    expect(carriedOut(order).map(({ amount }) => amount)).toEqual([-3_560_000])
  })

  await test.step('the statement says what the bank did, and what came in', async () => {
    await house.getByRole('link', { name: 'Bank statements' }).click()
    const lines = [
      ...carriedOut(order),
      { amount: 1_000_000, name: 'Somebody', text: `Invoice paid, ref. ${first?.reference ?? ''}` },
      { amount: 1_100_000, name: 'NORDWIND AG', text: 'part of RE 22222' },
      { amount: 1_350_000, name: 'Nordwind AG', text: 'many thanks' },
      { amount: 850_000, name: 'Another Payer', text: 'as agreed' },
      { amount: -990, text: 'Account fee' },
    ]
    const file = { name: 'statement.xml', mimeType: 'text/xml', buffer: Buffer.from(statement(today, 100_000_000, lines)) }
    await house.getByLabel('Bank statements to import').setInputFiles(file)
    await confirm(house, sooners.first)
    await expect(house.getByText('statement.xml imported')).toBeVisible()
    for (const [label, count] of [['New entries', '6'], ['Matched', '2'], ['With a suggestion', '2'], ['In suspense', '1'], ['Unallocated debits', '1']] as const) {
      await expect(house.locator('dl').filter({ hasText: 'New entries' }).locator('div').filter({ has: house.getByText(label, { exact: true }) }).last()).toContainText(count)
    }
    await expectAccessible(house)
    await house.getByRole('button', { name: /^Book as bank charge: .*€9.90/ }).click()
    await house.getByRole('alertdialog').getByRole('button', { name: 'Book as bank charge' }).click()
    await confirmWhereAsked(house, sooners.first, house.getByText('Booked as bank charge'))
    const compared = house.getByRole('table', { name: 'Bank statements' })
    await expect(compared).toContainText('In balance')
    // What a person said of a line is taken back on its statement.
    await compared.getByRole('link').first().click()
    await expect(house.getByRole('table', { name: 'Entries of the statement' }).getByRole('row')).toHaveCount(lines.length + 1)
    await expectAccessible(house)
    await house.getByRole('button', { name: /^Undo allocation: .*€9.90/ }).click()
    await house.getByRole('alertdialog').getByRole('button', { name: 'Undo allocation' }).click()
    await expect(house.getByText('Unallocated again')).toBeVisible()
    await house.getByRole('link', { name: 'Back to the list' }).click()
    await expect(compared).toContainText('€9.90 unallocated debits')
    await house.getByRole('button', { name: /^Match to ledger entry: .*€9.90/ }).click()
    const inBooks = house.getByRole('dialog', { name: 'Match to ledger entry' })
    await expect(inBooks.getByText(/^The ledger has nothing from .* that is on no statement\.$/)).toBeVisible()
    await expect(inBooks.getByRole('button', { name: 'Match', exact: true })).toBeDisabled()
    await expectAccessible(house)
    await inBooks.getByRole('button', { name: 'Cancel' }).click()
    await house.getByRole('button', { name: /^Book as bank charge: .*€9.90/ }).click()
    await house.getByRole('alertdialog').getByRole('button', { name: 'Book as bank charge' }).click()
    await expect(compared).toContainText('In balance')
    await house.getByLabel('Bank statements to import').setInputFiles(file)
    await confirm(house, sooners.first)
    await expect(house.getByText('Imported before', { exact: true })).toBeVisible()
  })

  await test.step('what was matched by itself says by what', async () => {
    await house.getByRole('link', { name: 'All receipts' }).click()
    await expect(house.getByText(/^Matched automatically: Reference RF/)).toBeVisible()
    await expectAccessible(house)
  })

  await test.step('what came in is matched by keyboard', async () => {
    await house.getByRole('link', { name: 'Unallocated receipts', exact: true }).click()
    await expect(house.getByRole('table', { name: 'Unallocated receipts' })).toContainText('Invoice number, Same payer, Part payment')
    await expectAccessible(house)
    // The newest comes first: nobody knows what it pays.
    await house.keyboard.press('j')
    await house.keyboard.press('Enter')
    await house.getByLabel('Find by invoice, reference or debtor').focus()
    await house.keyboard.type('44444')
    await expect(house.getByRole('button', { name: /^All that fits for/ })).toHaveCount(1)
    await house.keyboard.press('Tab')
    await house.keyboard.press('Tab')
    await house.keyboard.press('Tab')
    await expect(house.getByRole('button', { name: 'All that fits for RE-44444', exact: true })).toBeFocused()
    await house.keyboard.press('Enter')
    await expect(house.getByText('Nothing stays unallocated')).toBeVisible()
    await expectAccessible(house)
    await house.getByRole('button', { name: 'Match receipt' }).focus()
    await house.keyboard.press('Enter')
    await confirmWhereAsked(house, sooners.first, house.getByText('Receipt matched').first())
    // The next one opens by itself, and the one after it.
    await expect(house.getByText('Same payer · Exactly this amount').first()).toBeVisible()
    await house.keyboard.press('m')
    await expect(house.getByRole('button', { name: 'Match as suggested' })).toBeFocused()
    await house.keyboard.press('Enter')
    await expect(house.getByText('Invoice number · Same payer · Part payment').first()).toBeVisible()
    await expectAccessible(house)
    await house.keyboard.press('m')
    await expect(house.getByRole('button', { name: 'Match as suggested' })).toBeFocused()
    await house.keyboard.press('Enter')
    await expect(house.getByRole('heading', { name: 'Everything is allocated' })).toBeVisible()
  })

  await test.step('and one match is undone by two people', async () => {
    await house.goto('/receivables')
    await house.getByRole('link', { name: /RE-44444/ }).first().click()
    await house.getByRole('button', { name: 'Undo latest entry' }).click()
    await house.getByLabel(/^(Reason|Note)/).fill('Another invoice was meant.')
    await house.getByRole('button', { name: 'Undo latest entry' }).last().click()
    await confirmWhereAsked(house, sooners.first, house.getByText('Waiting for a second person').first())
    await approve()
    await house.goto('/payments-desk?show=unexplained')
    await expect(house.getByRole('table', { name: 'Unallocated receipts' })).toContainText('Another Payer')
    await house.goto('/payments-desk?show=statements')
    await expect(house.getByRole('table', { name: 'Bank statements' })).toContainText('In balance')
  })
})
