import type { Page } from '@playwright/test'
import { pdf } from './support/files'
import { confirm } from './support/money'
import { appCode, fromAccountMenu, operator, signIn, signInToQueue, signOut, submitted, verifiedPerson } from './support/people'
import { expect, expectAccessible, tabTo, test } from './support/test'

/** Says okay to the applicant's dialog, which comes without a reload. */
async function told(page: Page, title: string) {
  const dialog = page.getByRole('alertdialog', { name: title })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Okay' }).click()
}

/** The rows of the queue, which are cards on a phone. */
const cases = (page: Page) => page.locator('[data-list-item]')

async function openCase(page: Page, email: string) {
  await page.getByRole('searchbox', { name: 'Search' }).fill(email)
  await expect(page).toHaveURL(/search=/)
  await expect(cases(page)).toHaveCount(1)
  await cases(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mühle Brandt GmbH' })).toBeVisible()
}

async function reject(page: Page, title: string, why: string) {
  const documents = page.getByRole('list', { name: 'Documents' })
  const choice = documents.getByRole('button', { name: title })
  if ((await choice.getAttribute('aria-pressed')) !== 'true') await choice.click()
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await page.getByRole('button', { name: 'Reject document' }).click()
  await expect(page.getByText('Enter a reason. The applicant will see it.')).toBeVisible()
  await page.getByLabel('Reason for rejection').fill(why)
  await page.getByRole('button', { name: 'Reject document' }).click()
  await expect(choice).toContainText('Rejected')
}

const status = (page: Page, title: string) => expect(page.getByRole('main').getByText(title, { exact: true }).first()).toBeVisible()

test('from the queue to an approval, with two documents asked for again', async ({ page, elsewhere, mails, sooner }) => {
  const [olga, ada] = [await operator(sooner), await submitted(mails)]
  await signIn(elsewhere, ada)
  await told(elsewhere, 'Documents verification pending')

  await test.step('the operator lands in the back office and finds the case', async () => {
    await signInToQueue(page, olga)
    await expect(page.getByRole('navigation', { name: 'Filter by status' }).getByRole('link', { name: /To review/ })).toHaveAttribute('aria-current', 'page')
    await expectAccessible(page)
    await page.getByRole('searchbox', { name: 'Search' }).fill('nobody has this name')
    await expect(page.getByText('No applications match your search.')).toBeVisible()
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByLabel('Name of the view').fill('Nobody yet')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Nobody yet' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Remove Nobody yet' }).click()
    await expect(page.getByRole('button', { name: 'Undo: keep Nobody yet' })).toBeFocused()
    await openCase(page, ada.email)
    await page.getByRole('button', { name: 'Assign to me' }).click()
    await expect(page.getByText('Assigned to you')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('documents are looked at beside the answers, and judged', async () => {
    const documents = page.getByRole('list', { name: 'Documents' })
    const certificate = documents.getByRole('button', { name: 'Certificate of incorporation' })
    await expect(certificate).toContainText('incorporation_certificate.pdf')
    await expect(certificate).toContainText('Not reviewed')
    await certificate.click()
    await expect(certificate).toContainText('Viewed')
    await expect(page.locator('canvas[data-drawn]')).toBeVisible()
    const dark = await page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
      return pixels.filter((value, index) => index % 4 === 0 && value < 100).length
    })
    expect(dark, 'the words of the page are drawn').toBeGreaterThan(100)
    await page.getByRole('button', { name: 'Accept', exact: true }).click()
    await expect(documents.getByRole('button', { name: 'Certificate of incorporation' })).toContainText('Accepted')
    await documents.getByRole('button', { name: 'Proof of address' }).click()
    const picture = page.getByRole('img', { name: 'Document proof_of_address.png' })
    await expect(picture).toBeVisible()
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300)
    await expectAccessible(page)
    await reject(page, 'Proof of address', 'The street is another one.')
    await reject(page, 'Last bank statement', 'It is older than three months.')
  })

  await test.step('two documents are asked for', async () => {
    await page.getByRole('button', { name: 'Request documents' }).click()
    const dialog = page.getByRole('dialog', { name: 'Request documents' })
    await expect(dialog.getByLabel('Reason: Last bank statement')).toHaveValue('It is older than three months.')
    await dialog.getByLabel('Note to the applicant').fill('Nearly there.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Request documents' }).click()
    await expect(dialog).toBeHidden()
    await status(page, 'Docs are missing')
  })

  await test.step('the applicant sees it, and gives both', async () => {
    await told(elsewhere, 'Docs are missing')
    const mail = await mails.waitFor(ada.email, /need documents/)
    expect(mail.text).toContain('/onboarding')
    await elsewhere.getByRole('link', { name: 'Provide documents' }).click()
    await expect(elsewhere.getByText('Nearly there.').first()).toBeVisible()
    await expect(elsewhere.getByRole('region', { name: 'Annual accounts' })).toHaveCount(0)
    for (const [title, why] of [['Proof of address', 'The street is another one.'], ['Last bank statement', 'It is older than three months.']] as const) {
      const section = elsewhere.getByRole('region', { name: title })
      await expect(section).toContainText(why)
      await section.locator('input[type=file]').setInputFiles({ name: `new ${title}.pdf`, mimeType: 'application/pdf', buffer: pdf(`A new ${title}`) })
      await expect(section.getByRole('button', { name: `Remove new ${title}.pdf` })).toBeVisible()
    }
    await elsewhere.getByRole('button', { name: 'Submit again' }).click()
    await told(elsewhere, 'Documents verification pending')
  })

  await test.step('the operator sees what changed, decides on the buyer, and approves', async () => {
    await expect(page.getByText(/^Version 2, submitted/)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Changed since version 1' })).toBeVisible()
    await expect(page.getByText('New document: Last bank statement, new Last bank statement.pdf')).toBeVisible()
    await page.getByRole('button', { name: 'Approve Nordwind AG' }).click()
    await expect(page.getByRole('list', { name: 'Buyers' })).toContainText('Approved')
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Approve application' })
    await expect(dialog).toContainText('been reviewed')
    await dialog.getByRole('button', { name: 'Approve application' }).click()
    await confirm(page, olga)
    await expect(page.getByText('The application is approved.')).toBeVisible()
    await status(page, 'Onboarding approved')
    await expect(page.getByRole('list', { name: 'Audit records' })).toContainText('Olga Reyes approved the application')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download as CSV' }).click()
    expect((await saved).suggestedFilename()).toMatch(/^audit-.*\.csv$/)
    await expectAccessible(page)
  })

  await told(elsewhere, 'Onboarding approved')
  await mails.waitFor(ada.email, /approved/)
  expect(sooner.run('audit', 'verify')).toContain('records hold together')
})

test('from a disapproval to reopened, and what a colleague did meanwhile', async ({ page, elsewhere, mails, sooner }) => {
  const [olga, omar, ada] = [await operator(sooner), await operator(sooner, 'Omar Haddad'), await submitted(mails)]
  await signInToQueue(page, olga)
  await openCase(page, ada.email)
  await signInToQueue(elsewhere, omar)
  await openCase(elsewhere, ada.email)

  await test.step('disapproved, with a reason that is shared and one that is not', async () => {
    // The colleague has the dialog open already.
    await elsewhere.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByRole('button', { name: 'Disapprove', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Disapprove application' })
    await dialog.getByRole('button', { name: 'Disapprove application' }).click()
    await expect(dialog.getByText('Choose at least one reason.')).toBeVisible()
    await dialog.getByText('We couldn’t verify the company’s details').click()
    await dialog.getByText('Fraud is suspected', { exact: true }).click()
    await dialog.getByLabel('Note to the applicant').fill('The register does not know the company.')
    await dialog.getByRole('button', { name: 'Disapprove application' }).click()
    await status(page, 'Onboarding disapproved')
  })

  await test.step('the colleague is told so before deciding', async () => {
    const dialog = elsewhere.getByRole('dialog', { name: 'Approve application' })
    await expect(dialog).toContainText('This case has changed since you opened this')
    await expect(dialog).toContainText('Current status: Onboarding disapproved')
    await expect(dialog.getByRole('button', { name: 'Approve application' })).toBeDisabled()
    await expectAccessible(elsewhere)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await status(elsewhere, 'Onboarding disapproved')
    await expectAccessible(elsewhere)
    await signOut(elsewhere)
  })

  await test.step('the applicant reads what may be told', async () => {
    await signIn(elsewhere, ada)
    await told(elsewhere, 'Onboarding disapproved')
    await expect(elsewhere.getByText('The register does not know the company.').first()).toBeVisible()
    await expect(elsewhere.getByText('We couldn’t verify the company’s details.')).toBeVisible()
    await expect(elsewhere.getByText(/fraud/i)).toHaveCount(0)
    await expect(elsewhere.getByText('support@sooner.example')).toBeVisible()
    await mails.waitFor(ada.email, /not approved/)
    await elsewhere.goto('/review')
    await expect(elsewhere).toHaveURL(/\/dashboard$/)
  })

  await test.step('reopened', async () => {
    await page.getByRole('button', { name: 'Reopen', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Reopen application' })
    await dialog.getByText('Annual accounts').click()
    await dialog.getByRole('button', { name: 'Reopen application' }).click()
    await expect(dialog.getByText('Enter a reason. The applicant will see it.')).toBeVisible()
    await dialog.getByLabel('Reason: Latest annual accounts').fill('They are of 2023.')
    await dialog.getByRole('button', { name: 'Reopen application' }).click()
    await status(page, 'Docs are missing')
    await told(elsewhere, 'Docs are missing')
  })
})

test('a case is found, opened and approved by keyboard alone', async ({ page, mails, sooner }) => {
  const [olga, ada] = [await operator(sooner), await submitted(mails)]
  await page.goto('/sign-in')
  await tabTo(page, 'E-mail address', 'textbox')
  await page.keyboard.type(olga.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(olga.password)
  await page.keyboard.press('Enter')
  // The first operator sees money, and begins with the desk.
  await expect(page).toHaveURL(/\/(desk|review)$/)
  await page.goto('/review')
  await tabTo(page, 'Search', 'searchbox')
  await page.keyboard.type(ada.email)
  await expect(cases(page)).toHaveCount(1)
  await tabTo(page, /Mühle Brandt/, 'link')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Mühle Brandt GmbH' })).toBeVisible()
  await tabTo(page, /Certificate of incorporation/, 'button')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Accept', 'button')
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: /Certificate of incorporation/ })).toContainText('Accepted')
  await tabTo(page, 'Approve', 'button')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Approve application' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, 'Approve application', 'button')
  await page.keyboard.press('Enter')
  await confirm(page, olga)
  await status(page, 'Onboarding approved')
})

test('from the queue through a decision to the next case takes fewer than twenty keys', async ({ page, mails, sooner }) => {
  const olga = await operator(sooner)
  await submitted(mails)
  await submitted(mails)
  await signInToQueue(page, olga)
  await expect(cases(page).first()).toBeVisible()
  let pressed = 0
  const press = async (key: string) => {
    pressed += 1
    await page.keyboard.press(key)
  }
  const pressTo = async (name: string) => {
    const button = page.getByRole('button', { name, exact: true })
    await button.waitFor()
    while (pressed < 40 && !(await button.evaluate((element) => element === document.activeElement))) await press('Tab')
  }
  await press('j')
  await expect(cases(page).first()).toBeFocused()
  await press('Enter')
  await expect(page).toHaveURL(/\/review\/[0-9a-f-]+$/)
  const first = page.url()
  await pressTo('Approve')
  await press('Enter')
  await expect(page.getByRole('dialog', { name: 'Approve application' })).toBeVisible()
  await pressTo('Approve application')
  await press('Enter')
  // The password is typed as well, and is no way through the screen.
  await confirm(page, olga)
  await expect(page.getByText('The application is approved.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next case' })).toBeFocused()
  await expectAccessible(page)
  await press('Enter')
  await expect(page).not.toHaveURL(first)
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeVisible()
  expect(pressed).toBeLessThan(20)
})

test.describe('at 1280 by 800', () => {
  test.use({ viewport: { width: 1280, height: 800 } })

  test('a case is worked without scrolling the page: head, answers and document are in sight, and the document scrolls by itself', async ({ page, mails, sooner }) => {
    const [olga, ada] = [await operator(sooner), await submitted(mails)]
    await signInToQueue(page, olga)
    await openCase(page, ada.email)
    await page.keyboard.press('j')
    await expect(page.locator('canvas[data-drawn]')).toBeVisible()
    for (const name of ['Approve', 'Disapprove', 'Accept', 'Zoom in', 'Download']) await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
    const place = page.getByRole('region', { name: /^Page 1 of/ })
    await expect(place).toBeInViewport({ ratio: 0.99 })
    expect(await place.evaluate((box) => box.clientHeight)).toBeGreaterThan(400)
    await place.focus()
    const width = () => page.locator('canvas').evaluate((canvas) => canvas.clientWidth)
    const before = await width()
    await page.keyboard.press('+')
    await expect.poll(width).toBeGreaterThan(before)
    await page.keyboard.press('0')
    await expect.poll(width).toBe(before)
    await page.keyboard.press('r')
    await expect.poll(() => page.locator('canvas').evaluate((canvas) => canvas.clientHeight < canvas.clientWidth)).toBe(true)
    // The rule under the bar is one more.
    expect(await page.evaluate(() => window.scrollY)).toBeLessThanOrEqual(1)
    const opening = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Open in new tab' }).click()
    const opened = await opening
    await expect.poll(() => opened.url()).toMatch(/^blob:/)
  })
})

test('two-factor sign-in: on, with a code, with a recovery code, off', async ({ page, mails }) => {
  const ada = await verifiedPerson(mails)
  await signIn(page, ada)
  await told(page, 'Onboarding not yet completed')
  await fromAccountMenu(page, 'Security')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await confirm(page, ada)
  const secret = (await page.getByTestId('secret').textContent()) ?? ''
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Code', { exact: true }).fill('000000')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('This code is wrong or has expired.')).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill(appCode(secret))
  await page.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const recovery = (await codes.getByRole('listitem').first().textContent()) ?? ''
  const asks = () => page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
  expect(await asks(), 'leaving would lose them for good').toBe(true)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'I’ve saved the codes' }).click()
  await expect(page.getByText('Two-factor sign-in is on. 10 recovery codes left.')).toBeVisible()
  expect(await asks()).toBe(false)
  await signOut(page)

  await signIn(page, ada)
  await expect(page).toHaveURL(/\/second-factor/)
  await expect(page.getByText('Welcome back')).toHaveCount(0)
  await page.goto('/dashboard')
  await expect(page, 'half signed in is not in').toHaveURL(/\/second-factor\?next=/)
  await expectAccessible(page)
  // No code counts twice: the next one is taken a little early.
  await page.getByLabel('Code').fill(appCode(secret, Date.now() + 30_000))
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('Welcome back! Ada Brandt')).toBeVisible()
  await page.goto('/security')
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByLabel('Code from the app or a recovery code').fill(recovery)
  await page.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible()
})

test.describe('on a phone, in the dark', () => {
  test.use({ viewport: { width: 375, height: 700 }, colorScheme: 'dark' })

  test('the back office fits', async ({ page, mails, sooner }) => {
    const [olga, ada] = [await operator(sooner), await submitted(mails)]
    const fits = async () => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth), page.url()).toBeLessThanOrEqual(375)
      await expectAccessible(page)
    }
    await signInToQueue(page, olga)
    await fits()
    await openCase(page, ada.email)
    await page.getByRole('list', { name: 'Documents' }).getByRole('button', { name: 'Certificate of incorporation' }).click()
    await expect(page.locator('canvas[data-drawn]')).toBeVisible()
    await fits()
    await page.getByRole('button', { name: 'Back to the case' }).click()
    await expect(page.getByRole('list', { name: 'Documents' }).getByRole('button', { name: 'Certificate of incorporation' })).toBeFocused()
    await page.getByRole('button', { name: 'Request documents' }).click()
    await fits()
  })
})
