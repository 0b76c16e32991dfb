import AxeBuilder from '@axe-core/playwright'
import { expect, test as base, type BrowserContext, type Page } from '@playwright/test'
import { ports } from '../../playwright.config'
import { Sooner } from './server'
import { MailSink } from './smtp'

interface Fixtures {
  /** A page in another person's browser. */
  elsewhere: Page
  /** What left for another machine, and what the page's policy had to stop. */
  guard: undefined
}

interface WorkerFixtures {
  sooner: Sooner
  /** What else the environment of the product says. */
  environment: NodeJS.ProcessEnv
  mails: MailSink
}

/** Watches a browser; the answer tells what went wrong in it. */
async function guarded(context: BrowserContext): Promise<() => void> {
  const left: string[] = []
  await context.route(
    // Pages of the browser itself, such as its PDF viewer, are on this machine.
    (url) => !['localhost', '127.0.0.1'].includes(url.hostname) && !/^chrome(-extension)?:$/.test(url.protocol),
    (route) => {
      left.push(route.request().url())
      return route.abort()
    },
  )
  const stopped: string[] = []
  context.on('console', (message) => {
    if (/content security policy/i.test(message.text())) stopped.push(message.text())
  })
  return () => {
    expect(left, 'requests that would have left this machine').toEqual([])
    expect(stopped, 'what the content security policy stopped').toEqual([])
  }
}

/** Each worker has its own product on its own data; no page reaches anything but this machine. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  environment: [{}, { option: true, scope: 'worker' }],
  mails: [
    async ({}, use) => {
      const sink = new MailSink()
      await sink.start()
      await use(sink)
      await sink.stop()
    },
    { scope: 'worker' },
  ],
  sooner: [
    async ({ environment }, use) => {
      const sooner = await Sooner.inNewFolder(environment)
      await sooner.start()
      await use(sooner)
      await sooner.remove()
    },
    { scope: 'worker' },
  ],
  guard: [
    async ({ context, sooner: _sooner, mails: _mails }, use) => {
      const check = await guarded(context)
      await use(undefined)
      check()
    },
    { auto: true },
  ],
  elsewhere: [
    async ({ browser, sooner: _sooner, viewport, colorScheme }, use) => {
      const context = await browser.newContext({ viewport, colorScheme })
      const check = await guarded(context)
      await use(await context.newPage())
      check()
      await context.close()
    },
    { scope: 'test' },
  ],
})

export { expect }

/** Whether messages that go by themselves wait, as they do under a pointer. */
function hold(page: Page, waits: boolean): Promise<void> {
  return page.evaluate((event) => {
    document.querySelector('[data-rht-toaster]')?.dispatchEvent(new MouseEvent(event, { bubbles: true }))
  }, waits ? 'mouseover' : 'mouseout')
}

/** No violation of WCAG 2.2 AA on this screen. */
export async function expectAccessible(page: Page): Promise<void> {
  // A screen that is still loading is not this screen.
  await page.locator('h1').first().waitFor()
  // A message that began to leave while it is looked at would lose its contrast.
  await hold(page, true)
  // What is still fading in has not its contrast yet. What turns for ever has no end to wait for.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    return Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)))
  })
  // What sticks to the foot covers half of some field wherever the page happens to be scrolled to; scrolling on shows it whole.
  await page.evaluate(() => {
    for (const one of document.querySelectorAll<HTMLElement>('body *')) {
      const { position, bottom } = getComputedStyle(one)
      if (position !== 'sticky' || bottom === 'auto') continue
      one.style.position = 'static'
      one.dataset.released = ''
    }
  })
  // The rule on names that say what stands on a control has to be asked for: axe calls it experimental, Lighthouse does not.
  const { violations } = await new AxeBuilder({ page }).options({ rules: { 'label-content-name-mismatch': { enabled: true } } }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary ?? ''}`).join('\n')}`)
  await page.evaluate(() => {
    for (const one of document.querySelectorAll<HTMLElement>('[data-released]')) one.style.removeProperty('position')
  })
  await hold(page, false)
  expect(found).toEqual([])
}

/** Presses Tab until this is focused; a screen has few enough stops. */
export async function tabTo(page: Page, name: RegExp | string, role: 'button' | 'link' | 'textbox' | 'searchbox' | 'checkbox' = 'textbox'): Promise<void> {
  const target = page.getByRole(role, { name, exact: typeof name === 'string' })
  for (let stops = 0; stops < 80; stops += 1) {
    if (await target.evaluateAll((found) => found.some((element) => element === document.activeElement))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${String(name)} cannot be reached by keyboard`)
}

/** The code the emulator "sent" to this phone last. */
export async function smsCode(phone: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${ports.emulator}/emulator/v1/projects/demo-sooner/verificationCodes`)
  const { verificationCodes } = (await response.json()) as { verificationCodes: { phoneNumber: string; code: string }[] }
  const code = verificationCodes.findLast(({ phoneNumber }) => phoneNumber === phone)?.code
  if (!code) throw new Error(`no code was sent to ${phone}`)
  return code
}
