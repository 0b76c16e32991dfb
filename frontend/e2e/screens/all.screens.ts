import { confirm } from '../support/money'
import { appCode, confirmEmail, decide, fromAccountMenu, operator, signIn, signInToQueue, signUp, somebody, submitted, typeCode, verifiedPerson } from '../support/people'
import { pdf } from '../support/files'
import { smsCode, test } from '../support/test'
import type { Page } from '@playwright/test'

for (const width of [375, 768, 1280, 1920]) {
  // The widths between tell nothing new in the dark.
  for (const colorScheme of width === 375 || width === 1280 ? (['light', 'dark'] as const) : (['light'] as const)) {
    test.describe(`${width} ${colorScheme}`, () => {
      test.use({ viewport: { width, height: 900 }, colorScheme })
      const shot = async (page: Page, name: string) => {
        await page.waitForTimeout(600)
        await page.screenshot({ path: `screenshots/${name}-${width}-${colorScheme}.png`, fullPage: true })
      }

      test('screens', async ({ page, mails }) => {
        await page.goto('/')
        await shot(page, 'landing')
        for (const path of ['glossary', 'sign-in', 'forgot-password', 'reset-password', 'nowhere']) {
          await page.goto(`/${path}`)
          await shot(page, path)
        }
        await page.goto('/sign-up')
        await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click()
        await shot(page, 'sign-up-errors')
        await page.getByLabel('First name').fill('Ada')
        await page.getByLabel('Password', { exact: true }).fill('Ada abcabc 2020')
        await shot(page, 'sign-up-weak')
        await page.getByLabel('Language').selectOption('de')
        await page.goto('/')
        await shot(page, 'landing-german')
        await page.getByLabel('Sprache').selectOption('en')
        const person = somebody('Ada', 'Brandt')
        await signUp(page, person)
        await shot(page, 'verify-phone')
        await page.getByRole('button', { name: 'Send code' }).click()
        await page.getByLabel('Digit 1 of 6').waitFor()
        await shot(page, 'verify-phone-code')
        await typeCode(page, await smsCode(person.phone))
        await page.getByText('Phone number verified successfully!').waitFor()
        await shot(page, 'verify-email')
        await confirmEmail(page, person, mails)
        await page.goto('/dashboard')
        await shot(page, 'status-dialog')
        await page.getByRole('button', { name: 'Okay' }).click()
        await shot(page, 'dashboard')
      })

      test('decisions', async ({ page, mails, sooner }) => {
        const [olga, ada] = [await operator(sooner), await submitted(mails)]
        await signIn(page, ada)
        const okay = () => page.getByRole('button', { name: 'Okay' }).click()
        await okay()
        await shot(page, 'dashboard-pending')
        await decide(olga, ada, 1, 'request-documents', { documents: [{ kind: 'bank_statement', reason: 'It is older than three months.' }], note: 'Nearly there.' })
        await page.goto('/onboarding')
        await okay()
        await shot(page, 'documents-missing')
        await page.locator('input[type=file]').setInputFiles({ name: 'a film.mov', mimeType: 'video/quicktime', buffer: Buffer.from('x') })
        await shot(page, 'documents-missing-refused')
      })

      test('back office', async ({ page, mails, sooner }) => {
        const [olga, ada] = [await operator(sooner), await submitted(mails)]
        await submitted(mails)
        await signInToQueue(page, olga)
        await page.locator('[data-list-item]').first().waitFor()
        await shot(page, 'review-queue')
        await page.getByRole('searchbox').fill('nothing like this')
        await page.getByText('No applications match').waitFor()
        await shot(page, 'review-queue-empty')
        await page.getByRole('searchbox').fill(ada.email)
        await page.locator('[data-list-item]').first().click()
        await page.getByRole('button', { name: 'Assign to me' }).click()
        await page.getByText('Assigned to you').waitFor()
        await shot(page, 'review-case')
        await page.getByRole('button', { name: /Last bank statement/ }).click()
        await page.locator('canvas[data-drawn]').waitFor()
        await page.getByRole('button', { name: 'Reject', exact: true }).click()
        await shot(page, 'review-case-document')
        await page.getByLabel('Reason for rejection').fill('It is older than three months.')
        await page.getByRole('button', { name: 'Reject document' }).click()
        // On a small screen the document takes all of it.
        const back = page.getByRole('button', { name: 'Back to the case' })
        if (await back.isVisible()) await back.click()
        await page.getByRole('button', { name: 'Approve', exact: true }).click()
        await shot(page, 'review-approve')
        await page.getByRole('button', { name: 'Cancel' }).click()
        await page.getByRole('button', { name: 'Disapprove', exact: true }).click()
        await shot(page, 'review-disapprove')
        await page.getByRole('button', { name: 'Cancel' }).click()
        await page.getByRole('button', { name: 'Request documents' }).click()
        await shot(page, 'review-documents')
        await page.getByRole('button', { name: 'Request documents' }).click()
        await page.getByRole('dialog').waitFor({ state: 'hidden' })
        await page.goto('/security')
        await page.getByRole('button', { name: 'Turn on' }).click()
        await confirm(page, olga)
        await page.getByTestId('secret').waitFor()
        await shot(page, 'security-qr')
        const secret = (await page.getByTestId('secret').textContent()) ?? ''
        await page.getByLabel('Code', { exact: true }).fill(appCode(secret))
        await page.getByRole('button', { name: 'Turn on' }).click()
        await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
        await shot(page, 'security-codes')
        await fromAccountMenu(page, 'Sign out')
        await page.getByLabel('E-mail address').waitFor()
        await signIn(page, olga)
        await page.getByLabel('Code').waitFor()
        await shot(page, 'second-factor')
      })

      test('form', async ({ page, mails }) => {
        await signIn(page, await verifiedPerson(mails))
        await page.getByRole('button', { name: 'Okay' }).click()
        for (const step of ['company', 'people', 'bank', 'buyers', 'documents', 'submit']) {
          await page.goto(`/onboarding?step=${step}`)
          await page.getByRole('heading', { level: 2 }).waitFor()
          if (step === 'company') await page.getByRole('button', { name: /What does “Tax/ }).click()
          if (step === 'bank') await page.getByLabel('IBAN', { exact: true }).fill('DE89 3704 0044')
          if (step === 'documents') await page.getByLabel('Files: several documents').setInputFiles([{ name: 'extract of the register.pdf', mimeType: 'application/pdf', buffer: pdf('One page') }, { name: 'statement-2026-10.pdf', mimeType: 'application/pdf', buffer: pdf('One page') }])
          if (step === 'people') await page.getByRole('button', { name: 'Add a person' }).click()
          if (step === 'buyers') await page.getByRole('button', { name: 'Add a buyer' }).click()
          await shot(page, `onboarding-${step}`)
        }
      })
    })
  }
}
