import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { pdf } from './support/files'
import { accessToken, fromAccountMenu, okay, operator, signIn, verifiedPerson } from './support/people'
import { expect, expectAccessible, test } from './support/test'

const OPEN = ['/', '/glossary', '/sign-up', '/sign-in', '/forgot-password', '/reset-password#token=x', '/verify-email#token=x', '/nowhere']
const STEPS = ['company', 'people', 'bank', 'buyers', 'documents', 'submit']

/** Every screen an applicant meets, one after the other. */
async function eachScreen(page: Page, person: { email: string; password: string }, look: () => Promise<void>) {
  for (const path of OPEN) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await look()
  }
  await page.goto('/sign-in')
  await page.locator('input[name=email]').fill(person.email)
  await page.locator('input[name=password]').fill(person.password)
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').getByRole('button').click()
  await look()
  for (const step of STEPS) {
    await page.goto(`/onboarding?step=${step}`)
    await page.getByRole('heading', { level: 2 }).waitFor()
    await look()
  }
}

/** Nothing reaches beyond the side of the screen, to which nobody can scroll in the other reading direction. */
async function expectToFit(page: Page) {
  const { whole, seen } = await page.evaluate(() => ({ whole: document.documentElement.scrollWidth, seen: document.documentElement.clientWidth }))
  expect(whole, page.url()).toBeLessThanOrEqual(seen)
}

test.describe('in German', () => {
  test.use({ locale: 'de-DE' })

  test('every screen, and what the server says, is German and accessible', async ({ page, mails }) => {
    const person = await verifiedPerson(mails, { language: 'de' })
    const english = /\b(the|your|with|Sign|Next|Choose|Enter|Give|Upload|left)\b/
    await eachScreen(page, person, async () => {
      await expect(page.locator('html')).toHaveAttribute('lang', 'de')
      await expectAccessible(page)
      // Names of countries, languages and people are not ours to translate.
      const text = await page.locator('body').evaluate((body) => {
        const copy = body.cloneNode(true) as HTMLElement
        copy.querySelectorAll('select, input, script, style').forEach((one) => {
          one.remove()
        })
        return copy.innerText
      })
      expect(english.exec(text)?.[0], `${page.url()}: ${text}`).toBeUndefined()
    })
    await expect(page.getByRole('link', { name: 'Geben Sie den Firmennamen ein.' }).first()).toBeVisible()
    await page.goto('/onboarding?step=bank')
    await page.getByLabel('IBAN', { exact: true }).fill('DE89370400440532013001')
    await expect(page.getByText('Die Prüfziffern dieser IBAN stimmen nicht.')).toBeVisible()
    await fromAccountMenu(page, 'Abmelden', /^Benutzerkonto: /)
    await page.getByLabel('E-Mail-Adresse').fill(person.email)
    await page.getByLabel('Passwort', { exact: true }).fill('not this one')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Falsche Zugangsdaten')).toBeVisible()
  })
})

test('the language can be changed on any screen, keeps what is typed, and stays', async ({ page }) => {
  await page.goto('/sign-up')
  await page.getByLabel('First name').fill('Zoë')
  await page.getByLabel('Language').selectOption('de')
  await expect(page.getByRole('heading', { name: 'Benutzerkonto anlegen' })).toBeVisible()
  await expect(page.getByLabel('Vorname')).toHaveValue('Zoë')
  await expect(page.getByLabel('Land', { exact: true }).locator('option', { hasText: 'Österreich' })).toHaveCount(1)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Benutzerkonto anlegen' })).toBeVisible()
  await page.getByLabel('Sprache').selectOption('en')
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
})

const style = (page: Page, name: 'direction' | 'fontSize', value: string) =>
  page.evaluate(([property, wanted]) => {
    if (property === 'direction') document.documentElement.dir = wanted
    else document.documentElement.style.fontSize = wanted
  }, [name, value] as const)

test.describe('320 pixels wide, read from right to left', () => {
  test.use({ viewport: { width: 320, height: 800 } })

  test('nothing is cut off', async ({ page, mails }) => {
    await eachScreen(page, await verifiedPerson(mails), async () => {
      await style(page, 'direction', 'rtl')
      await expectToFit(page)
    })
  })
})

test('read from right to left, and with letters twice as large, nothing is cut off', async ({ page, mails }) => {
  await eachScreen(page, await verifiedPerson(mails), async () => {
    await style(page, 'direction', 'rtl')
    await expectToFit(page)
    expect(await page.getByRole('heading', { level: 1 }).evaluate((heading) => getComputedStyle(heading).direction)).toBe('rtl')
    await style(page, 'direction', 'ltr')
    await style(page, 'fontSize', '200%')
    await expectToFit(page)
  })
})

test.describe('in German, 375 pixels wide', () => {
  test.use({ locale: 'de-DE', viewport: { width: 375, height: 800 } })

  test('nothing is cut off', async ({ page, mails }) => {
    await eachScreen(page, await verifiedPerson(mails, { language: 'de' }), () => expectToFit(page))
  })
})

test.describe('with less motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('nothing moves for longer than a blink', async ({ page, mails }) => {
    await signIn(page, await verifiedPerson(mails))
    await page.getByRole('alertdialog').waitFor()
    const longest = await page.evaluate(() => Math.max(0, ...document.getAnimations().map((animation) => Number(animation.effect?.getComputedTiming().duration ?? 0))))
    expect(longest).toBeLessThanOrEqual(1)
  })
})

test('a word of the trade is explained where it stands, by keyboard too', async ({ page, mails }) => {
  await signIn(page, await verifiedPerson(mails))
  await okay(page)
  await page.goto('/onboarding?step=bank')
  await page.getByLabel('Type of account number').selectOption({ label: 'Account number and BIC (other countries)' })
  const button = page.getByRole('button', { name: 'What does “BIC” mean?' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('note')).toContainText('SWIFT code')
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('note')).toBeHidden()
})

test('several documents dropped at once are sorted, one fails and is tried again, one is cancelled', async ({ page, mails }) => {
  await signIn(page, await verifiedPerson(mails))
  await okay(page)
  await page.goto('/onboarding?step=documents')
  const progress = page.getByRole('progressbar', { name: 'Application progress' })
  const before = Number(await progress.getAttribute('aria-valuenow'))
  const content = pdf('One page').toString('base64')
  const files = await page.evaluateHandle((base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const transfer = new DataTransfer()
    for (const name of ['statement.pdf', 'accounts.pdf', 'passport.pdf']) transfer.items.add(new File([bytes], name, { type: 'application/pdf' }))
    return transfer
  }, content)
  await page.getByText('Drop files here').dispatchEvent('drop', { dataTransfer: files })
  const unsorted = page.getByRole('list', { name: 'Files to sort' })
  await expect(unsorted.getByRole('listitem')).toHaveCount(3)
  await expectAccessible(page)

  // Guessed from the names, and nothing is sent before that is confirmed.
  await expect(page.getByLabel('Document type of statement.pdf')).toHaveValue('bank_statement')
  await expect(page.getByLabel('Document type of passport.pdf')).toHaveValue('identity_document')
  for (const name of ['accounts.pdf', 'passport.pdf']) await page.getByLabel(`Document type of ${name}`).selectOption('')
  await page.getByRole('button', { name: 'Upload 1 file' }).click()
  await expect(page.getByRole('region', { name: 'Last bank statement' }).getByRole('button', { name: 'Remove statement.pdf' })).toBeVisible()
  await expect.poll(async () => Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(before)

  await page.route('**/semi-private/documents', (route) => route.abort())
  await page.getByLabel('Document type of accounts.pdf').selectOption('annual_accounts')
  await page.getByRole('button', { name: 'Upload 1 file' }).click()
  const accounts = page.getByRole('region', { name: 'Latest annual accounts' })
  const tray = page.getByRole('region', { name: 'Uploads' })
  await expect(tray.getByRole('alert')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/semi-private/documents')
  // No answer came: it is sent again by itself.
  await expect(accounts.getByRole('button', { name: 'Remove accounts.pdf' })).toBeVisible()

  await page.route('**/semi-private/documents', () => new Promise(() => undefined))
  await page.getByLabel('Document type of passport.pdf').selectOption('identity_document')
  await page.getByRole('button', { name: 'Upload 1 file' }).click()
  const passport = page.getByRole('region', { name: 'Identity document' })
  // It is seen, and can be stopped, from every step.
  await page.getByRole('link', { name: /^Next: Check/ }).click()
  await expect(tray.getByRole('progressbar', { name: 'Uploading passport.pdf' })).toBeVisible()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await tray.getByRole('button', { name: 'Cancel passport.pdf' }).click()
  await expect(passport.getByText('passport.pdf')).toBeHidden()
  await expect(unsorted).toBeHidden()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 800 }, hasTouch: true, isMobile: true })

  test('a document is taken with the camera', async ({ page, mails }) => {
    await signIn(page, await verifiedPerson(mails))
    await okay(page)
    await page.goto('/onboarding?step=documents')
    const section = page.getByRole('region', { name: 'Identity document' })
    await expect(section.getByLabel('Photo: Identity document')).toHaveAttribute('capture', 'environment')
    const chooser = page.waitForEvent('filechooser')
    await section.getByRole('button', { name: 'Take photo' }).tap()
    expect((await chooser).isMultiple()).toBe(false)
  })
})

test('a screen that does not load says so, and loads when it can', async ({ page, mails }) => {
  await signIn(page, await verifiedPerson(mails))
  await okay(page)
  const form = /assets\/onboard/
  await page.route(form, (route) => route.abort())
  await page.getByRole('link', { name: 'Fill in the form' }).click()
  await expect(page.getByRole('heading', { name: 'We can’t show this page' })).toBeVisible()
  await expectAccessible(page)
  await page.unroute(form)
  await page.getByRole('button', { name: 'Reload page' }).click()
  await expect(page.getByRole('heading', { name: 'Company', level: 2 })).toBeVisible()
})

/** The texts of the catalogue whose English is not their German, as the source has them. */
const englishTexts = readFileSync(join(import.meta.dirname, '../src/locales/de.po'), 'utf8')
  .split('\n\n')
  .flatMap((entry) => {
    const [, english = '', german = ''] = /^msgid "(.*)"\nmsgstr "(.*)"/m.exec(entry) ?? []
    return / /.test(english) && !/[{<]/.test(english) && english !== german ? [english] : []
  })

test.describe('with a browser in German', () => {
  test.use({ locale: 'de-DE' })

  test('the texts of an area come with it, entered directly or open while the language changes', async ({ page, mails, sooner }) => {
    const [olga, ada] = [await operator(sooner), await verifiedPerson(mails)]
    await page.addLocatorHandler(page.getByRole('alertdialog'), (dialog) => dialog.getByRole('button').click())
    const enter = async (person: { email: string; password: string }, language: string, path: string) => {
      const token = await accessToken(person)
      await page.goto('/glossary')
      await page.evaluate(([kept, spoken]) => {
        localStorage.setItem('accessToken', kept)
        localStorage.setItem('language', spoken)
      }, [token, language] as const)
      await page.goto(path)
      await page.locator('main:not(:has([data-loading])) h1').waitFor()
    }
    const said = async () => {
      const text = await page.locator('body').evaluate((body) => (body as HTMLElement).innerText)
      return englishTexts.filter((english) => text.includes(english))
    }
    const fetched = (part: RegExp) => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)).then((names) => names.filter((name) => part.test(name)).length)
    expect(englishTexts.length).toBeGreaterThan(300)
    for (const [person, path] of [[ada, '/dashboard'], [ada, '/onboarding'], [olga, '/review']] as const) {
      await enter(person, 'de', path)
      await expect.poll(said, path).toEqual([])
      await enter(person, 'en', path)
      expect((await said()).length, path).toBeGreaterThan(2)
      expect(await fetched(/assets\/de-/), 'English needs no catalogue').toBe(0)
      await page.getByRole('button', { name: /^Account: / }).click()
      await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
      await page.keyboard.press('Escape')
      await expect.poll(said, path).toEqual([])
    }
  })

  test('where the German texts do not come, English is there', async ({ page }) => {
    await page.route(/assets\/de-[^/]*\.js/, (route) => route.abort())
    await page.goto('/sign-in')
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })

  test('where the server does not say where the API is, that is told in German', async ({ page }) => {
    await page.route('**/config.json', (route) => route.abort())
    await page.goto('/sign-in')
    await expect(page.getByRole('heading', { name: 'Sooner kann nicht starten' })).toBeVisible()
    await expectAccessible(page)
  })
})
