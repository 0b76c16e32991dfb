import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

/** The texts of the client: English stands in the source, every other language in a catalogue of its own. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['de'],
  catalogs: [{ path: '<rootDir>/src/locales/{locale}', include: ['src'], exclude: ['src/lib/trans.tsx', '**/*.test.*', 'src/testing/**'] }],
  format: formatter({ lineNumbers: false }),
  orderBy: 'message',
})
