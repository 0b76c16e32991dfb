import { defineConfig } from '@playwright/test'

/** The ports of the tests: apart from those of development, so that both can run. */
export const ports = { api: 18080, web: 13000, emulator: 19099, smtp: 12525, mails: 12526 }

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'e2e/.results',
  globalSetup: './e2e/support/start.ts',
  workers: 1,
  fullyParallel: false,
  // A machine with two busy cores is slow; no test asserts a duration.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    baseURL: `http://localhost:${ports.web}`,
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
})
