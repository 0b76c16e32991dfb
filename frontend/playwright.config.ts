import { defineConfig } from '@playwright/test'

/** Each worker has its own servers; the emulator is everybody's. */
export const worker = Number(process.env.TEST_PARALLEL_INDEX ?? 0)

/** The ports of the tests: apart from those of development, so that both can run. */
export const ports = { api: 18080 + worker, web: 13000 + worker, emulator: 19099, smtp: 12525 + worker, debugging: 19222 + worker }

export default defineConfig({
  testDir: 'e2e',
  // What is measured of a page as it loads is measured alone, when everything else is done.
  projects: [
    { name: 'all', testMatch: '*.spec.ts', testIgnore: 'lighthouse.spec.ts' },
    { name: 'alone', testMatch: 'lighthouse.spec.ts', dependencies: ['all'] },
  ],
  outputDir: 'e2e/.results',
  globalSetup: './e2e/support/start.ts',
  // One more than a small machine has cores: a page waits now and then.
  workers: 3,
  fullyParallel: true,
  // A machine with two busy cores is slow; no test asserts a duration, and none is cut off for one.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    baseURL: `http://localhost:${ports.web}`,
    // Keeping traces takes a fifth of the time, and moving panels an eighth: `--trace on` shows what went wrong, and journey.spec.ts moves.
    trace: 'off',
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
})
