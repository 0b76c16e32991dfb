import { expect, test } from './support/test'

test('a script runs because one of ours loads it, and not because of where it lies', async ({ browser, baseURL }) => {
  // Apart from the guard: it fails whatever the policy stops.
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  const stopped: string[] = []
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) stopped.push(message.text())
  })
  const captcha = 'https://www.gstatic.com/recaptcha/releases/api.js'
  await context.route(captcha, (route) => route.fulfill({ contentType: 'text/javascript', body: 'window.captcha = true' }))
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate((src) => {
    const script = document.createElement('script')
    script.src = src
    document.head.append(script)
  }, captcha)
  await expect.poll(() => page.evaluate(() => 'captcha' in window)).toBe(true)
  expect(stopped).toEqual([])

  // As if somebody had got them into the page: even a file of our own.
  await page.route('/', async (route) => {
    const response = await route.fetch()
    const injected = `<script>window.inline = true</script><script src="/icon.svg"></script><script src="${captcha}"></script>`
    await route.fulfill({ response, body: (await response.text()).replace('</head>', `${injected}</head>`) })
  })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.evaluate(() => ['inline', 'captcha'].filter((name) => name in window))).toEqual([])
  expect(stopped).toHaveLength(3)
  await context.close()
})
