import type { Page } from '@playwright/test'
import { randomBytes } from 'node:crypto'
import { confirmEmail, okay, signIn, signOut, signUp, somebody, typeCode, verifiedPerson } from './support/people'
import type { MailSink } from './support/smtp'
import { expect, expectAccessible, smsCode, test } from './support/test'

const FILES = ['Certificate of incorporation', 'Proof of address', 'Identity document', 'Last bank statement', 'Latest annual accounts', 'Aged receivables report']

function pdf(kilobytes = 200): Buffer {
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(kilobytes * 1024), Buffer.from('\n%%EOF\n')])
}

/** Nothing reaches beyond the side of the screen. */
async function expectToFit(page: Page): Promise<void> {
  const { whole, seen } = await page.evaluate(() => ({ whole: document.documentElement.scrollWidth, seen: document.documentElement.clientWidth }))
  expect(whole, page.url()).toBeLessThanOrEqual(seen)
}

/** Everything from signing up to having submitted; `look` looks at each screen. */
async function join(page: Page, mails: MailSink, look: (page: Page) => Promise<void>): Promise<void> {
  const ada = somebody('Ada', 'Brandt')

  await test.step('signs up', async () => {
    await page.goto('/sign-up')
    await look(page)
    await signUp(page, ada)
  })

  await test.step('verifies the phone, with a wrong code first', async () => {
    await look(page)
    await page.getByRole('button', { name: 'Send code' }).click()
    await expect(page.getByText(`OTP has been sent to ${ada.phone}`)).toBeVisible()
    await look(page)
    const code = await smsCode(ada.phone)
    await typeCode(page, code === '000000' ? '111111' : '000000')
    await expect(page.getByText('Error occurred! Try again later')).toBeVisible()
    await expect(page.getByText('This code is wrong. Check the newest SMS.')).toBeVisible()
    // The boxes are empty, and the first one waits.
    await expect(page.getByLabel('Digit 1 of 6')).toBeFocused()
    await page.keyboard.type(code)
    await expect(page.getByText('Phone number verified successfully!')).toBeVisible()
    await expect(page).toHaveURL(/verify-email/)
  })

  await test.step('confirms the address with the mailed link', async () => {
    await look(page)
    await confirmEmail(page, ada, mails)
    await look(page)
  })

  await test.step('signs out and in again', async () => {
    await signOut(page)
    await look(page)
    await signIn(page, ada)
    await expect(page.getByText('Welcome back! Ada Brandt')).toBeVisible()
  })

  await test.step('is told the status', async () => {
    const dialog = page.getByRole('alertdialog', { name: 'Onboarding not yet completed' })
    await expect(dialog).toContainText('Form not filled; complete it to get started with factoring and reverse-factoring')
    await look(page)
    await dialog.getByRole('button', { name: 'Okay' }).click()
    await expect(dialog).toBeHidden()
    await look(page)
  })

  await test.step('describes the company', async () => {
    await page.getByRole('link', { name: 'Fill in the form' }).click()
    await page.getByText('Sell my invoices (factoring)').click()
    await page.getByLabel('Legal name').fill('Mühle Brandt GmbH')
    await page.getByLabel('Legal form').selectOption({ label: 'Private limited company' })
    await page.getByLabel('Registration number', { exact: true }).fill('HRB 12345')
    await page.getByLabel('Tax or VAT number', { exact: true }).fill('DE136695976')
    await page.getByLabel('Date of incorporation').fill('2010-01-31')
    await page.getByLabel('Country of registration').selectOption('DE')
    await page.getByLabel('Industry').selectOption({ label: 'Manufacturing' })
    await page.getByLabel('Country of the address').selectOption('DE')
    await page.getByLabel('Street and number').fill('Mühlweg 1')
    await page.getByLabel('Postal code').fill('79098')
    await page.getByLabel('City').fill('Freiburg')
    await page.getByLabel('Last year’s turnover', { exact: true }).fill('1,200,000')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await look(page)
  })

  await test.step('leaves and comes back', async () => {
    await page.reload()
    await expect(page.getByLabel('Legal name')).toHaveValue('Mühle Brandt GmbH')
    await expect(page.getByLabel('Last year’s turnover', { exact: true })).toHaveValue('1,200,000.00')
    await page.getByRole('link', { name: 'Next: People' }).click()
  })

  await test.step('names the people', async () => {
    await page.getByRole('button', { name: 'Add a person' }).click()
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Last name').fill('Brandt')
    await page.getByLabel('Date of birth').fill('1980-02-29')
    await page.getByLabel('Nationality').selectOption('DE')
    for (const role of ['Director', 'Authorised to sign', 'Owns 25% or more']) await page.getByText(role, { exact: true }).click()
    await page.getByLabel('Ownership (%)').fill('60')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await look(page)
    await page.getByRole('link', { name: 'Next: Bank account' }).click()
  })

  await test.step('names the bank account, with a mistyped IBAN first', async () => {
    await page.getByLabel('Account holder').fill('Mühle Brandt GmbH')
    await page.getByLabel('Currency').selectOption('EUR')
    await page.getByLabel('IBAN', { exact: true }).fill('DE89370400440532013001')
    await expect(page.getByText('The check digits of this IBAN don’t match')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('IBAN', { exact: true })).toHaveValue('DE89370400440532013001')
    await page.getByLabel('IBAN', { exact: true }).fill('DE89 3704 0044 0532 0130 00')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await look(page)
    await page.getByRole('link', { name: 'Next: Buyers' }).click()
  })

  await test.step('names two buyers, one at a time', async () => {
    await expect(page.getByText('No buyers yet.')).toBeVisible()
    for (const [number, name] of [[1, 'Nordwind AG'], [2, 'Südwind BV']] as const) {
      await page.getByRole('button', { name: /Add a(nother)? buyer/ }).click()
      await page.getByLabel('Legal name of the buyer').fill(name)
      await page.getByLabel('Country').selectOption('NL')
      await page.getByLabel('Registration number', { exact: true }).fill(`KVK ${number}`)
      await page.getByLabel('Contact person').fill('Piet Smit')
      await page.getByLabel('Contact e-mail').fill('piet@example.net')
      await page.getByLabel('Expected yearly volume', { exact: true }).fill('250000')
      await page.getByRole('button', { name: 'Add buyer' }).click()
      await expect(page.getByRole('list', { name: 'Buyers' }).getByRole('listitem')).toHaveCount(number)
    }
    await look(page)
    await page.getByRole('link', { name: 'Next: Documents' }).click()
  })

  await test.step('uploads six documents', async () => {
    for (const title of FILES) {
      const section = page.getByRole('region', { name: title })
      await section.getByLabel(`Files: ${title}`).setInputFiles({ name: `${title}.pdf`, mimeType: 'application/pdf', buffer: pdf() })
    }
    for (const title of FILES) await expect(page.getByRole('button', { name: `Remove ${title}.pdf` })).toBeVisible()
    await look(page)
    await page.getByRole('link', { name: 'Next: Check and submit' }).click()
  })

  await test.step('submits', async () => {
    await expect(page.getByText('Ready to submit')).toBeVisible()
    await look(page)
    const preview = page.getByRole('region', { name: 'What you are about to submit' })
    await expect(preview).toContainText('Mühle Brandt GmbH')
    await expect(preview.getByRole('link', { name: 'Edit Company' })).toHaveAttribute('href', '/onboarding?step=company')
    for (const title of FILES) await expect(preview.getByRole('button', { name: `Download ${title}.pdf` })).toBeVisible()
    await page.getByRole('button', { name: 'Submit application' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Documents verification pending' })
    await expect(dialog).toContainText('Wait for further instructions')
    await dialog.getByRole('button', { name: 'Okay' }).click()
    await expect(page.getByRole('heading', { name: 'Application submitted' })).toBeVisible()
    await look(page)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download copy' }).click()
    expect((await download).suggestedFilename()).toBe('application.html')
    expect((await mails.waitFor(ada.email, /received your application/)).html).toContain('/dashboard')
  })

  await test.step('finds the state again after a reload', async () => {
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Documents verification pending' })).toBeVisible()
    await expect(page.getByRole('link', { name: /^(Manage|View) buyers$/ })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Documents verification pending' })).toBeVisible()
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await look(page)
  })
}

test('a company signs up, proves phone and address, fills in the form with documents and buyers, and submits', async ({ page, mails }) => {
  await join(page, mails, expectAccessible)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true, contextOptions: { reducedMotion: 'no-preference' } })

  test('a company joins without scrolling sideways, and the way on is always in sight', async ({ page, mails }) => {
    await join(page, mails, async () => {
      await page.locator('h1').first().waitFor()
      await expectToFit(page)
      const next = page.getByRole('link', { name: /^Next: / })
      if ((await next.count()) === 1) await expect(next).toBeInViewport()
    })
  })
})

test('what is missing is a list of links to the fields', async ({ page, mails }) => {
  await signIn(page, await verifiedPerson(mails))
  await okay(page)
  await page.goto('/onboarding?step=submit')
  await page.getByRole('button', { name: 'Submit application' }).click()
  await expect(page.getByRole('heading', { name: /items left$/ })).toBeFocused()
  await page.getByRole('link', { name: 'Enter the tax or VAT number.' }).first().click()
  await expect(page.getByLabel('Tax or VAT number', { exact: true })).toBeFocused()
  await expectAccessible(page)
})
