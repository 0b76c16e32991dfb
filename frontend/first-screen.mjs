// Prints how many bytes of JavaScript, gzipped, the sign-in screen at an origin loads: what the page itself names, and all.
// Ends with an error when Firebase or the PDF viewer is among it.
import { chromium } from '@playwright/test'
import { gzipSync } from 'node:zlib'

const [, , origin] = process.argv
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
const page = await browser.newPage()
const bodies = new Map()
page.on('response', (response) => {
  if (response.request().resourceType() === 'script') bodies.set(response.url(), response.body())
})
await page.goto(`${origin}/sign-in`)
await page.getByRole('heading', { name: 'Sign in' }).waitFor()
await page.waitForLoadState('networkidle')
const html = await (await page.request.get(origin)).text()
const named = new Set([...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => new URL(path, origin).href))
const sum = async (urls) => {
  const sizes = await Promise.all([...urls].map(async (url) => gzipSync((await bodies.get(url)) ?? Buffer.alloc(0), { level: 9 }).length))
  return sizes.reduce((total, size) => total + size, 0)
}
const unwanted = [...bodies.keys()].filter((url) => /firebase|pdf/.test(url))
console.log(JSON.stringify([await sum(named), await sum(bodies.keys())]))
await browser.close()
if (unwanted.length > 0) throw new Error(`loaded too early: ${unwanted.join(', ')}`)
