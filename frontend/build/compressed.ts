import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Writes the compressed forms of each file beside it: the web host hands them out as they are. */
export function compressed(): Plugin {
  let folder = ''
  return {
    name: 'compressed',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir)
    },
    closeBundle: () => {
      // The page itself carries a new nonce each time.
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(m?js|css|svg|txt)$/.test(name))
      for (const name of files) {
        const content = readFileSync(join(folder, name))
        writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }))
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content))
      }
    },
  }
}
