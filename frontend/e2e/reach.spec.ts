import { gzipSync } from 'node:zlib'
import { MOST } from '../build/budgets'
import { fromAccountMenu, okay, verifiedPerson } from './support/people'
import { expect, expectAccessible, tabTo, test } from './support/test'

test('signing in and filling in the form works by keyboard alone', async ({ page, mails }) => {
  const person = await verifiedPerson(mails)
  await page.goto('/sign-in')
  await tabTo(page, 'E-mail address')
  await page.keyboard.type(person.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Okay' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await tabTo(page, 'Fill in the form', 'link')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Company', level: 2 })).toBeVisible()
  await tabTo(page, /Sell my invoices/, 'checkbox')
  await page.keyboard.press('Space')
  await expect(page.getByRole('checkbox', { name: /Sell my invoices/ })).toBeChecked()
  await tabTo(page, 'Legal name')
  await page.keyboard.type('Mühle Brandt GmbH')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await tabTo(page, /^Next: People/, 'link')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'People', level: 2 })).toBeFocused()
  await tabTo(page, 'Add a person', 'button')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('First name')).toBeFocused()
})

test.describe('on a screen 320 pixels wide, in the dark', () => {
  test.use({ viewport: { width: 320, height: 640 }, colorScheme: 'dark' })

  test('nothing is cut off and every screen is accessible', async ({ page, mails }) => {
    const fits = async () => {
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width, page.url()).toBeLessThanOrEqual(320)
      await expectAccessible(page)
    }
    for (const path of ['/', '/sign-up', '/forgot-password', '/reset-password#token=x', '/verify-email#token=x', '/nowhere', '/sign-in']) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await fits()
    }
    const person = await verifiedPerson(mails)
    await page.getByLabel('E-mail address').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.keyboard.press('Enter')
    await okay(page)
    await fits()
    for (const step of ['company', 'people', 'bank', 'buyers', 'documents', 'submit']) {
      await page.goto(`/onboarding?step=${step}`)
      await page.getByRole('heading', { level: 2 }).waitFor()
      if (step === 'people') await page.getByRole('button', { name: 'Add a person' }).click()
      if (step === 'buyers') await page.getByRole('button', { name: 'Add a buyer' }).click()
      await fits()
    }
  })
})

test('a guest is sent to sign in and then to where they were going, and nowhere else', async ({ page, mails }) => {
  const person = await verifiedPerson(mails)
  const signInHere = async () => {
    await page.getByLabel('E-mail address').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.keyboard.press('Enter')
  }
  await page.goto('/onboarding?step=bank')
  await signInHere()
  await expect(page).toHaveURL(/\/onboarding\?step=bank$/)
  await okay(page)
  await fromAccountMenu(page, 'Sign out')
  await expect(page).toHaveURL(/\/sign-in$/)
  await page.goto('/sign-in?next=https://evil.example/')
  await signInHere()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a stranger learns what Sooner is for, and gets in from there', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Get paid sooner' })).toBeVisible()
  for (const offer of ['Factoring', 'Reverse factoring']) await expect(page.getByRole('heading', { name: offer, exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'Create an account', exact: true }).click()
  await expect(page).toHaveURL(/\/sign-up$/)
})

test('the first screen is light, and Firebase comes with the phone', async ({ page }) => {
  const sizes = new Map<string, number>()
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') void response.body().then((body) => sizes.set(response.url(), gzipSync(body, { level: 9 }).length))
  })
  await page.goto('/sign-in')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.waitForLoadState('networkidle')
  // The page names its entry and what that imports; the rest comes because this screen asks for it.
  const sum = (urls: Iterable<string>) => [...urls].reduce((total, url) => total + (sizes.get(url) ?? 0), 0)
  const html = await (await page.request.get('/')).text()
  const initial = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path = '']) => new URL(path, page.url()).href)
  expect(initial.length).toBeGreaterThan(0)
  expect(sum(initial), 'the entry, gzipped').toBeLessThanOrEqual(MOST.entry)
  expect(sum(sizes.keys()), 'with all that the page needs').toBeLessThanOrEqual(MOST.firstScreen)
  expect([...sizes.keys()].filter((url) => /firebase|pdf/.test(url))).toEqual([])
})
