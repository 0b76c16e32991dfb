import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import config, { ports } from '../playwright.config'
import { okay, signIn, verifiedPerson } from './support/people'
import { expect, test } from './support/test'

// Told of less motion once a page is there already, it would move on it.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const open = ['/', '/sign-in', '/sign-up', '/glossary']
const signedIn = ['/dashboard', '/onboarding']

/** Its performance score is of the machine it runs on: bytes are counted in another test, and only what shifts counts here. */
test('Lighthouse finds nothing to mend', async ({ sooner: _sooner, mails }) => {
  const folder = await mkdtemp(join(tmpdir(), 'sooner-lighthouse-'))
  const launch = config.use?.launchOptions ?? {}
  const context = await chromium.launchPersistentContext(folder, { ...launch, args: [...(launch.args ?? []), `--remote-debugging-port=${ports.debugging}`], baseURL: `http://localhost:${ports.web}` })
  const figures: Record<string, Record<string, number>> = {}
  const look = async (path: string) => {
    const once = () => lighthouse(`http://localhost:${ports.web}${path}`, { port: ports.debugging, output: 'json', logLevel: 'error', disableStorageReset: true, onlyCategories: ['accessibility', 'best-practices', 'seo'], onlyAudits: ['cumulative-layout-shift'] })
    const isJudged = (run: Awaited<ReturnType<typeof once>>) => run && !run.lhr.runtimeError && Object.values(run.lhr.audits).every(({ scoreDisplayMode }) => scoreDisplayMode !== 'error')
    // On a busy machine a page now and then answers the browser too late to be judged.
    let run = await once()
    for (let again = 0; again < 4 && !isJudged(run); again += 1) run = await once()
    if (!run || !isJudged(run)) throw new Error(`Lighthouse saw nothing at ${path}: ${run?.lhr.runtimeError?.message ?? ''}`)
    const { categories, audits } = run.lhr
    const scores = Object.fromEntries(Object.entries(categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]))
    figures[path] = { ...scores, shift: audits['cumulative-layout-shift']?.numericValue ?? NaN }
    const failed = Object.values(audits).filter(({ score, scoreDisplayMode }) => score !== null && score < 1 && ['binary', 'numeric'].includes(scoreDisplayMode))
    expect.soft(failed.map(({ id, details }) => `${path} ${id} ${JSON.stringify(details)?.slice(0, 600)}`)).toEqual([])
  }
  try {
    for (const path of open) await look(path)
    const page = await context.newPage()
    await signIn(page, await verifiedPerson(mails))
    await okay(page)
    await page.close()
    for (const path of signedIn) await look(path)
  } finally {
    await context.close()
    await rm(folder, { recursive: true, force: true })
  }
  console.log(figures)
  for (const path of open) expect(figures[path], path).toEqual({ accessibility: 100, 'best-practices': 100, seo: 100, shift: 0 })
  // Behind the door there is nothing for a search engine.
  for (const path of signedIn) expect(figures[path], path).toMatchObject({ accessibility: 100, 'best-practices': 100, shift: 0 })
})
