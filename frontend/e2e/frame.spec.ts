import type { Page } from '@playwright/test'
import { decide, fromAccountMenu, okay, operator, signIn, submitted, verifiedPerson } from './support/people'
import { expect, expectAccessible, tabTo, test } from './support/test'

/** Orange is for one thing on a screen. */
const mainActions = (page: Page) => page.locator('[data-main-action]:visible').count()

test('the search by keyboard: opened from anywhere, it finds, goes there, and gives the focus back', async ({ page, mails }) => {
  await signIn(page, await verifiedPerson(mails))
  await okay(page)
  await page.goto('/onboarding?step=company')
  await page.getByLabel('Legal name').focus()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search' })
  await expect(field).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type('nothing like this')
  await expect(page.getByText('No results for “nothing like this”.').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await expect(page.getByLabel('Legal name')).toBeFocused()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('iban')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/glossary#iban$/)
  await expect(page.locator('#iban')).toBeFocused()
  await expect(page.locator('#iban')).toBeInViewport()
})

test('the account menu by keyboard; the theme is kept, and is there before any script', async ({ page, mails }) => {
  await signIn(page, await verifiedPerson(mails))
  await okay(page)
  await tabTo(page, /^Account: /, 'button')
  await page.keyboard.press('Enter')
  const menu = page.getByRole('menu')
  await expect(menu).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(page.getByRole('button', { name: /^Account: / })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await page.route(/\.js$/, (route) => route.abort())
  await page.reload()
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe('rgb(2, 6, 23)')
})

test('going back, a screen is where it was left', async ({ page }) => {
  await page.goto('/glossary')
  await page.getByRole('heading', { level: 1 }).waitFor()
  // In one frame, before anybody hears that it was scrolled. Not a click: a pointer made to reach the link may scroll first.
  await page.getByRole('link', { name: 'Sign in' }).evaluate((link: HTMLElement) => {
    window.scrollTo(0, 900)
    link.click()
  })
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(900)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true })

  test('the places are at the foot and cover nothing; the main action stands above them', async ({ page, mails, sooner }) => {
    const [ada, olga] = [await submitted(mails), await operator(sooner)]
    await decide(olga, ada, 1, 'approve', { note: null })
    await signIn(page, ada)
    await okay(page)
    const bar = page.getByRole('navigation', { name: 'Main menu' })
    await expect(bar.getByRole('link')).toHaveText(['Home', 'Invoices', 'Payments', 'Buyers'])
    for (const item of [...(await bar.getByRole('link').all()), bar.getByRole('button')]) {
      expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      // No word is cut.
      expect(await item.evaluate((one) => [one, ...one.querySelectorAll('*')].every((part) => part.scrollWidth <= part.clientWidth || part.clientWidth <= 1))).toBe(true)
    }
    await bar.getByRole('button', { name: 'More' }).click()
    const more = page.getByRole('dialog', { name: 'More places' })
    await expect(more.getByRole('link')).toHaveText(['Company', 'Facility'])
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(more).toBeHidden()
    await expect(bar.getByRole('button', { name: 'More' })).toBeFocused()
    await bar.getByRole('button', { name: 'More' }).click()
    await more.getByRole('link', { name: 'Facility' }).click()
    await expect(more).toBeHidden()
    await expect(page.getByRole('heading', { level: 1, name: 'Facility' })).toBeVisible()
    await expect(bar.getByRole('button', { name: 'More' })).toHaveAttribute('aria-current', 'true')
    for (const path of ['/dashboard', '/invoices', '/invoices/new', '/payments', '/facility', '/buyers', '/company', '/security']) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByRole('contentinfo').waitFor()
      await page.evaluate(() => {
        window.scrollTo(0, document.documentElement.scrollHeight)
      })
      const foot = await page.getByRole('contentinfo').boundingBox()
      const top = (await bar.boundingBox())?.y ?? 0
      expect((foot?.y ?? 0) + (foot?.height ?? 0), path).toBeLessThanOrEqual(top + 1)
      expect(await mainActions(page), path).toBeLessThanOrEqual(1)
      // Half under a bar, where the scrolling ended, a target is small for a moment.
      await page.evaluate(() => {
        window.scrollTo(0, 0)
      })
      await expectAccessible(page)
    }
  })
})

test('each screen has at most one orange action', async ({ page, mails }) => {
  const person = await verifiedPerson(mails)
  const look = async (path: string) => {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await mainActions(page), path).toBeLessThanOrEqual(1)
  }
  for (const path of ['/', '/glossary', '/sign-up', '/sign-in', '/forgot-password']) await look(path)
  await signIn(page, person)
  await okay(page)
  for (const path of ['/dashboard', '/security', '/onboarding?step=company', '/onboarding?step=buyers', '/onboarding?step=submit']) await look(path)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`without any script, ${colorScheme}`, () => {
    test.use({ colorScheme })

    test('the frame and the shape of a screen are there', async ({ page }) => {
      await page.route(/\.js$/, (route) => route.abort())
      await page.goto('/sign-in')
      await expect(page.locator('#first header').getByText('Sooner')).toBeVisible()
      const bones = page.locator('#first main i')
      await expect(bones).toHaveCount(4)
      for (const bone of await bones.all()) expect((await bone.boundingBox())?.height).toBeGreaterThan(0)
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(colorScheme === 'dark' ? 'rgb(2, 6, 23)' : 'rgb(255, 255, 255)')
      const logo = await page.locator('#first header img').boundingBox()
      await page.unroute(/\.js$/)
      await page.goto('/sign-in')
      await page.getByRole('heading', { level: 1 }).waitFor()
      // What replaces it stands where it stood.
      expect(await page.getByRole('banner').locator('img').boundingBox()).toEqual(logo)
    })
  })
}

test.describe('held in a hand', () => {
  test.use({ viewport: { width: 375, height: 667 } })

  test('what is wrong with a field moves nothing from under a press', async ({ page, mails }) => {
    await signIn(page, await verifiedPerson(mails))
    await okay(page)
    await page.goto('/onboarding?step=company')
    const form = page.getByLabel('Legal form')
    await form.selectOption('private_limited')
    await form.selectOption('')
    await form.focus()
    const help = page.getByRole('button', { name: /What does “Registration/ })
    const place = await help.boundingBox()
    await page.mouse.move((place?.x ?? 0) + 10, (place?.y ?? 0) + 5)
    await page.mouse.down()
    // As long as a finger rests.
    await page.waitForTimeout(150)
    await page.mouse.up()
    await expect(help).toHaveAttribute('aria-expanded', 'true')
  })

  test('the menu leads to the sessions, beneath everything else of their screen', async ({ page, mails }) => {
    await signIn(page, await verifiedPerson(mails))
    await okay(page)
    await fromAccountMenu(page, 'Sessions')
    await expect(page.getByRole('list', { name: /sessions/i }).or(page.getByText('You are signed in on this device only.')).first()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Sessions' })).toBeInViewport()
  })
})
