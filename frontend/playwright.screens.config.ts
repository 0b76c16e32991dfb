import base from './playwright.config'

/** Takes a picture of every screen into screenshots/: `make screens`. */
export default { ...base, testDir: 'e2e/screens', testMatch: '*.screens.ts' }
