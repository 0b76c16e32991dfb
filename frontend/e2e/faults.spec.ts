import { readFile } from 'node:fs/promises'
import { confirmEmail, okay, signIn, signUp, somebody, verifiedPerson, verifyPhone } from './support/people'
import { expect, expectAccessible, test } from './support/test'

test('with the mail server away signing up goes on, and the mail arrives when it is back', async ({ page, mails }) => {
  const person = somebody('Cy', 'Lund')
  await mails.stop()
  await signUp(page, person)
  await verifyPhone(page, person)
  await page.getByRole('button', { name: 'Send e-mail again' }).click()
  // The one of the sign-up went less than a minute before: no other is sent, and none is claimed.
  await expect(page.getByText('No new e-mail was sent: we wrote to you a short while ago.')).toBeVisible()
  await mails.start()
  await confirmEmail(page, person, mails)
})

test('with the server away the client says so, keeps what is typed, and goes on when it is back', async ({ page, mails, sooner }) => {
  await signIn(page, await verifiedPerson(mails))
  await okay(page)
  await page.goto('/onboarding')
  await page.getByLabel('Legal name').fill('Before')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await sooner.stop('SIGKILL')
  await page.getByLabel('Legal name').fill('While it was away')
  await expect(page.getByText('Can’t reach Sooner', { exact: true })).toBeVisible()
  await expect(page.getByText('Offline: saved on this device')).toBeVisible()
  await expectAccessible(page)
  await sooner.start()
  await expect(page.getByText('Can’t reach Sooner', { exact: true })).toBeHidden()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('onboardingDraft')) localStorage.removeItem(key)
  })
  await page.reload()
  await expect(page.getByLabel('Legal name')).toHaveValue('While it was away')
})

test('killed in the middle of an upload, nothing acknowledged is lost and nothing half is there', async ({ page, mails, sooner }) => {
  await signIn(page, await verifiedPerson(mails))
  await okay(page)
  await page.goto('/onboarding?step=documents')
  const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(9 * 1024 * 1024, 'x'), Buffer.from('\n%%EOF\n')])
  const file = (name: string) => ({ name, mimeType: 'application/pdf', buffer: content })
  const others = await sooner.documents()
  const section = page.getByRole('region', { name: 'Last bank statement' })
  await section.locator('input[type=file]').setInputFiles(file('kept.pdf'))
  await expect(page.getByRole('button', { name: 'Remove kept.pdf' })).toBeVisible()

  const network = await page.context().newCDPSession(page)
  await network.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 1024 * 1024 })
  await section.locator('input[type=file]').setInputFiles(file('cut.pdf'))
  await expect(page.getByRole('progressbar', { name: 'Uploading cut.pdf' })).toBeVisible()
  await sooner.stop('SIGKILL')
  await expect(page.getByRole('button', { name: 'Try again: cut.pdf' })).toBeVisible()
  await network.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 })
  await sooner.start()
  await expect(page.getByText('Can’t reach Sooner', { exact: true })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Remove kept.pdf' })).toBeVisible()
  // What the connection failed is sent again by itself, under its key.
  await expect(page.getByRole('button', { name: 'Remove cut.pdf' })).toBeVisible()
  await page.reload()
  for (const name of ['kept.pdf', 'cut.pdf']) await expect(page.getByRole('button', { name: `Remove ${name}` })).toHaveCount(1)
  const mine = (await sooner.documents()).filter((stored) => !others.includes(stored))
  expect(mine.length).toBeGreaterThanOrEqual(2)
  for (const stored of mine) expect((await readFile(stored)).equals(content)).toBe(true)
})
