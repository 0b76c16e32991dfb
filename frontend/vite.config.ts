import { lingui } from '@lingui/vite-plugin'
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { compressed } from './build/compressed.ts'
import { texts } from './build/texts.ts'

export default defineConfig({
  plugins: [texts(), lingui({ failOnMissing: true, failOnCompileError: true }), react(), compressed()],
  // The server puts a page's nonce in its place: only scripts that carry it run, and those they load.
  html: { cspNonce: '__CSP_NONCE__' },
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  build: {
    target: 'es2022',
    // Fonts stay files: the content security policy lets no data address be a font.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { port: 3000 },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    restoreMocks: true,
  },
})
