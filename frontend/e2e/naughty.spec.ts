import type { Page } from '@playwright/test'
import strings from 'big-list-of-naughty-strings/blns.json' with { type: 'json' }
import { ports } from '../playwright.config'
import { pdf } from './support/files'
import { accessToken, okay, operator, signIn, signInToQueue, signOut, verifiedPerson, type Person } from './support/people'
import { expect, test } from './support/test'

const API = `http://localhost:${ports.api}`

/** The strings in pieces of at most this many characters. What no field takes (control characters) is left out. */
function pieces(longest: number): string[] {
  const packed: string[] = []
  for (const text of strings as string[]) {
    const plain = text.replace(/[\p{Cc}\p{Cf}\u115F\u1160\u2028\u2029\u3164\uFFA0]/gu, ' ').trim()
    if (!plain || [...plain].length > longest) continue
    const last = packed.at(-1)
    if (last !== undefined && [...last].length + [...plain].length < longest) packed[packed.length - 1] = `${last} ${plain}`
    else packed.push(plain)
  }
  return packed
}

/** Whatever runs that was typed: a dialog, a script's doing, a mistake of the page. */
function watch(page: Page): () => void {
  const seen: string[] = []
  page.on('dialog', (dialog) => {
    seen.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', (error) => seen.push(`error: ${error.message}`))
  page.on('popup', (popup) => seen.push(`window: ${popup.url()}`))
  return () => {
    expect(seen).toEqual([])
  }
}

async function send(method: string, path: string, bearer: string, body: unknown): Promise<number> {
  const form = body instanceof FormData
  const headers = { authorization: `Bearer ${bearer}`, ...(form ? {} : { 'content-type': 'application/json' }) }
  return (await fetch(`${API}${path}`, { method, headers, body: form ? body : JSON.stringify(body) })).status
}

/** A complete application that says the worst there is in every field that takes text; the strings that are in it. */
async function fillIn(ada: Person): Promise<string[]> {
  const bearer = await accessToken(ada)
  const lines = pieces(200)
  const names = pieces(100)
  const used: string[] = []
  const line = () => {
    const text = lines[used.length % lines.length] ?? ''
    used.push(text)
    return text
  }
  // Numbers are written in one script, and the bank has to be able to write the account's holder.
  const plain = lines.filter((text) => /^[ -~]*[a-z0-9][ -~]*$/i.test(text))
  expect(plain.length).toBeGreaterThan(5)
  const number = () => {
    const text = plain[used.length % plain.length] ?? ''
    used.push(text)
    return text
  }
  const form = {
    company: {
      legalName: line(), tradingName: line(), legalForm: 'private_limited', registrationNumber: number(), taxNumber: line(), incorporatedOn: '2010-01-31', country: 'DE',
      address: { line1: line(), line2: line(), city: line(), region: line(), postalCode: line(), country: 'DE' },
      industry: 'manufacturing', yearlyTurnover: { amount: 1, currency: 'EUR' }, wants: ['seller'],
    },
    people: names.slice(0, 5).map((name, index) => ({ fname: name, lname: names[index + 5] ?? name, bornOn: '1980-02-29', nationality: 'DE', roles: ['director', 'signatory'] })),
    bankAccount: { holder: number(), iban: 'DE89370400440532013000', currency: 'EUR' },
  }
  expect(await send('PUT', '/semi-private/onboarding', bearer, form)).toBe(200)
  while (used.length < lines.length) {
    const buyer = {
      legalName: line(), country: 'NL', registrationNumber: number(), contactName: names[used.length % names.length], contactEmail: 'piet@example.net',
      expectedYearlyVolume: { amount: 1, currency: 'EUR' }, paymentTermsDays: 45,
    }
    expect(await send('POST', '/semi-private/buyers', bearer, buyer), JSON.stringify(buyer)).toBe(201)
  }
  const kinds = ['incorporation_certificate', 'proof_of_address', 'bank_statement', 'annual_accounts', 'aged_receivables', ...form.people.map(() => 'identity_document')]
  for (const [index, kind] of kinds.entries()) {
    const upload = new FormData()
    upload.append('kind', kind)
    upload.append('file', new File([new Uint8Array(pdf(kind))], `${lines[index]?.replace(/[/\\"]/g, '') ?? ''}.pdf`, { type: 'application/pdf' }))
    expect(await send('POST', '/semi-private/documents', bearer, upload)).toBe(201)
  }
  return used
}

test('what is typed is text, whatever it looks like, on every screen', async ({ page, mails, sooner }) => {
  const nothingRan = watch(page)
  const olga = await operator(sooner)
  const [fname = '', lname = ''] = pieces(100).filter((text) => text.includes('<script'))
  const ada = await verifiedPerson(mails, { fname, lname })
  const said = await fillIn(ada)
  const script = said.find((text) => text.includes('<script')) ?? ''

  await test.step('to the applicant', async () => {
    await signIn(page, ada)
    await page.getByRole('alertdialog').getByRole('button').click()
    await expect(page.getByText(fname).first()).toBeVisible()
    for (const step of ['company', 'people', 'bank', 'documents', 'buyers', 'submit']) {
      await page.goto(`/onboarding?step=${step}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    await expect(page.getByRole('region', { name: 'What you are about to submit' })).toContainText(said[0] ?? '')
    await page.goto('/buyers')
    await expect(page.getByText(script).first()).toBeVisible()
    expect(await send('POST', '/semi-private/onboarding/submit', await accessToken(ada), {})).toBe(200)
    await okay(page)
    await signOut(page)
  })

  await test.step('to the operator', async () => {
    await signInToQueue(page, olga)
    const row = page.locator('[data-list-item]').filter({ hasText: said[0] })
    await row.click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(said[0] ?? '')
    for (const text of said) await expect(page.getByText(text).first()).toBeAttached()
    await signOut(page)
  })

  await test.step('in the fields, and in the address', async () => {
    await page.goto('/sign-up')
    for (const text of pieces(100).filter((_, index) => index % 8 === 0)) {
      await page.getByLabel('First name').fill(text)
      await expect(page.getByLabel('First name')).toHaveValue(text)
    }
    // What is typed is not left unasked.
    await page.getByLabel('First name').fill('')
    for (const text of ['<script>alert(1)</script>', 'javascript:alert(1)', '"><img src=x onerror=alert(1)>', '{{constructor.constructor("alert(1)")()}}']) {
      for (const path of ['/sign-in?from=', '/verify-email#token=', '/reset-password#token=', '/nowhere?x=']) {
        await page.goto(path + encodeURIComponent(text))
        await expect(page.getByRole('main')).toBeVisible()
      }
    }
  })
  nothingRan()
})
