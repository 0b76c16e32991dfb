import { decide, operator, signIn, submitted } from './support/people'
import { expect, expectAccessible, test } from './support/test'

test('the applicant sees each decision without a reload, and gives what was asked for', async ({ page, mails, sooner }) => {
  const olga = await operator(sooner)
  const ada = await submitted(mails)
  await signIn(page, ada)
  const told = async (title: string, text: string) => {
    const dialog = page.getByRole('alertdialog', { name: title })
    await expect(dialog).toContainText(text)
    await dialog.getByRole('button', { name: 'Okay' }).click()
    await expect(dialog).toBeHidden()
    await expectAccessible(page)
  }

  await told('Documents verification pending', 'Wait for further instructions')

  await test.step('documents are missing', async () => {
    const documents = [{ kind: 'bank_statement', reason: 'It is older than three months.' }]
    await decide(olga, ada, 1, 'request-documents', { documents, note: 'Nearly there.' })
    await told('Docs are missing', 'Provide missing documents')
    await mails.waitFor(ada.email, /need documents/)
    await page.getByRole('link', { name: 'Provide documents' }).click()
    await expect(page.getByText('Nearly there.')).toBeVisible()
    await expect(page.getByText('It is older than three months.').first()).toBeVisible()
    await expect(page.getByRole('region', { name: 'Proof of address' })).toHaveCount(0)
    await expect(page.getByLabel('Legal name')).toHaveCount(0)
    await expectAccessible(page)
    const section = page.getByRole('region', { name: 'Last bank statement' })
    await section.locator('input[type=file]').setInputFiles({ name: 'july.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') })
    await expect(page.getByRole('button', { name: 'Remove july.pdf' })).toBeVisible()
    await page.getByRole('button', { name: 'Submit again' }).click()
    await told('Documents verification pending', 'Wait for further instructions')
  })

  await test.step('disapproved', async () => {
    await page.goto('/dashboard')
    await decide(olga, ada, 1, 'disapprove', { reasons: ['unverifiable'], note: 'The register does not know the company.' })
    await told('Onboarding disapproved', 'Contact support')
    await expect(page.getByText('The register does not know the company.').first()).toBeVisible()
  })

  await test.step('reopened and approved', async () => {
    await decide(olga, ada, 3, 'reopen', {})
    await told('Docs are missing', 'Provide missing documents')
    await page.getByRole('link', { name: 'Provide documents' }).click()
    await page.getByRole('button', { name: 'Submit again' }).click()
    await told('Documents verification pending', 'Wait for further instructions')
    await decide(olga, ada, 1, 'approve', {})
    await told('Onboarding approved', 'All features usable')
    await mails.waitFor(ada.email, /approved/)
  })
})
