import { lingui } from '@lingui/vite-plugin'
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { apart } from './build/apart.ts'
import { budgets } from './build/budgets.ts'
import { catalogues } from './build/catalogues.ts'
import { compressed } from './build/compressed.ts'
import { leanTheme } from './build/lean-theme.ts'
import { texts } from './build/texts.ts'

const TESTS = ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts']
const APART = apart('src')

export default defineConfig({
  plugins: [texts(), lingui({ failOnMissing: true, failOnCompileError: true }), catalogues(), leanTheme(), react(), budgets(), compressed()],
  // The server puts a page's nonce in its place: only scripts that carry it run, and those they load.
  html: { cspNonce: '__CSP_NONCE__' },
  resolve: {
    alias: {
      '@': fileURLToPath(new URL('./src', import.meta.url)),
      // React has had it itself since version 18.
      'use-sync-external-store/shim/index.js': 'react',
      'hoist-non-react-statics': fileURLToPath(new URL('./build/identity.ts', import.meta.url)),
    },
  },
  build: {
    target: 'es2022',
    // Fonts stay files: the content security policy lets no data address be a font.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Recipes of Chakra that nobody uses are left out only where making them does nothing else.
      treeshake: { manualPureFunctions: ['defineConfig', 'defineRecipe', 'defineSlotRecipe', 'createAnatomy', 'extendWith'], propertyReadSideEffects: false },
      // What the first page loads is one file: many small ones compress worse, and each has a line in the list of what to fetch first.
      // The smallest parts of most screens are one file too, and so are those of some, for the same reasons.
      output: {
        // Seven signs tell two versions apart, eight say what it is: all names stand in the list.
        chunkFileNames: ({ name }) => `assets/${name.slice(0, 8)}-[hash:7].js`,
        codeSplitting: {
          groups: [
            { name: 'frame', tags: ['$initial'], test: (id) => !id.endsWith('/src/main.tsx') },
            { name: 'small', test: /\/src\/(ui\/(code-badge|failure|icons|main-action|notice|patience|question|text-link|tick)|lib\/(codes|formatters|leaving|use-settled))\.tsx?$|\/react-query\/.*\/useMutation\./ },
            { name: 'bits', test: /\/src\/(ui\/(csv-columns|fold|kbd|on-paper)|entities\/(buyer\/statuses|document\/(content|verdicts)|import\/sums|joining\/file-counts)|lib\/save-file)\.tsx?$/ },
            { name: 'bars', test: /\/src\/ui\/(bar-height|sticky-actions)\.tsx?$/ },
            { name: 'auth', test: /\/src\/features\/auth\/(api|messages)\.ts$/ },
            { name: 'fields', test: /\/src\/ui\/(fields|input|password-field)\.tsx$/ },
          ],
        },
      },
    },
  },
  server: { port: 3000 },
  test: {
    environment: 'happy-dom',
    setupFiles: ['src/testing/setup.ts'],
    restoreMocks: true,
    testTimeout: 60_000,
    // Every core: it leaves one idle otherwise.
    maxWorkers: '100%',
    // Loading the modules takes longer than most files' tests: the files of one process share them.
    projects: [
      { extends: true, test: { name: 'shared', include: TESTS, exclude: APART, isolate: false } },
      { extends: true, test: { name: 'apart', include: APART } },
    ],
  },
})
