import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { ports } from '../../playwright.config'
import { accessToken, call, operator, post, submitted, verifiedPerson } from '../support/people'
import { test } from '../support/test'

const FOLDER = resolve(import.meta.dirname, '../../src/assets/screens')
const API = `http://localhost:${ports.api}`
/** What a picture of the landing page may weigh; the page shows one at first. */
const MOST_BYTES = 58_000

/** As `features/landing/screen-picture.tsx` shows them, and how many pixels of the file each of the page gets. */
const SHAPES = {
  wide: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.4 },
  phone: { viewport: { width: 375, height: 640 }, deviceScaleFactor: 2 },
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** One's own company, half described. */
async function describe(token: string): Promise<void> {
  const company = {
    legalName: 'Mühle Brandt GmbH', legalForm: 'private_limited', registrationNumber: 'HRB 12345', country: 'DE',
    address: { line1: 'Mühlweg 1', city: 'Freiburg', postalCode: '79098' }, wants: ['seller'],
  }
  const body = JSON.stringify({ company, people: [] })
  const answer = await fetch(`${API}/semi-private/onboarding`, { method: 'PUT', headers: { ...bearer(token), 'content-type': 'application/json' }, body })
  if (!answer.ok) throw new Error(`the form: ${answer.status} ${await answer.text()}`)
}

/** The application of somebody, as operators see it. */
async function applicationOf(email: string, token: string): Promise<{ id: string; version: number }> {
  const answer = await fetch(`${API}/operator/applications?status=1`, { headers: bearer(token) })
  const { data } = (await answer.json()) as { data: { applications: { id: string; version: number; applicant: { email: string } }[] } }
  const found = data.applications.find(({ applicant }) => applicant.email === email)
  if (!found) throw new Error(`${email} does not wait`)
  return found
}

/** WebP as good as the budget allows: the browser can write it, so that no other tool is needed. */
async function compressed(page: Page, png: Buffer): Promise<Buffer> {
  const encoded = await page.evaluate(
    async ([source, most]) => {
      const image = new Image()
      image.src = `data:image/png;base64,${source}`
      await image.decode()
      const canvas = Object.assign(document.createElement('canvas'), { width: image.naturalWidth, height: image.naturalHeight })
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      for (let quality = 0.86; ; quality -= 0.06) {
        // Not toBlob: a page behind another one has no idle time, and would wait for it without end.
        const [kind = '', encoded = ''] = canvas.toDataURL('image/webp', quality).split(',')
        if (!kind.includes('webp')) throw new Error('this browser writes no WebP')
        if (encoded.length * 0.75 <= most || quality < 0.4) return encoded
      }
    },
    [png.toString('base64'), MOST_BYTES] as const,
  )
  return Buffer.from(encoded, 'base64')
}

/** Takes one screen in every language, scheme and shape. Texts are not looked for: they differ, and screens change. */
async function take(browser: Browser, scene: string, path: string, token: string, prepare: (page: Page) => Promise<void> = () => Promise.resolve()): Promise<void> {
  const blank = await browser.newPage()
  for (const language of ['en', 'de']) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const [shape, size] of Object.entries(SHAPES)) {
        const context = await browser.newContext({ ...size, colorScheme, locale: language === 'de' ? 'de-DE' : 'en-GB', reducedMotion: 'reduce', baseURL: `http://localhost:${ports.web}` })
        await context.addInitScript(
          ([key, code]) => {
            localStorage.setItem('accessToken', key)
            localStorage.setItem('language', code)
          },
          [token, language] as const,
        )
        const page = await context.newPage()
        await page.goto(path)
        // Not by its role: what is behind a dialog has none.
        await page.locator('h1').first().waitFor()
        // Of an applicant: where the application stands.
        const okay = page.getByRole('alertdialog').getByRole('button')
        await okay.click({ timeout: 4000 }).catch(() => undefined)
        await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
        await prepare(page)
        await page.evaluate(() => {
          window.scrollTo(0, 0)
          if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
        })
        await page.waitForTimeout(1000)
        await writeFile(resolve(FOLDER, `${scene}-${language}-${colorScheme}-${shape}.webp`), await compressed(blank, await page.screenshot()))
        await context.close()
      }
    }
  }
  await blank.close()
}

test('the pictures of the landing page', async ({ browser, mails, sooner }) => {
  test.setTimeout(600_000)
  await mkdir(FOLDER, { recursive: true })
  const reviewer = await operator(sooner)
  const olga = await accessToken(reviewer)

  const approved = await submitted(mails)
  const { id, version } = await applicationOf(approved.email, olga)
  await call(olga, reviewer, 'POST', `/operator/applications/${id}/approve`, { version })
  await take(browser, 'home', '/dashboard', await accessToken(approved))

  const begun = await accessToken(await verifiedPerson(mails))
  await describe(begun)
  await take(browser, 'application', '/onboarding?step=company', begun)

  const waiting = await applicationOf((await submitted(mails)).email, olga)
  await post(`${API}/operator/applications/${waiting.id}/take`, { version: waiting.version }, olga, { 'idempotency-key': randomUUID() })
  await take(browser, 'case', `/review/${waiting.id}`, olga, async (page) => {
    // A document beside the answers, where the screen does not open one by itself.
    const drawn = page.locator('canvas[data-drawn]')
    if (!(await drawn.isVisible())) await page.getByRole('button', { name: /bank statement|Kontoauszug/i }).first().click({ timeout: 5000 }).catch(() => undefined)
    await drawn.waitFor({ timeout: 10_000 }).catch(() => undefined)
  })
})
