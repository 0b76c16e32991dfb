import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** In bytes, gzipped; the first screen is that of signing in, with all that it loads. See docs/decisions/0010. */
export const MOST = { entry: 145_500, screen: 90_000, firstScreen: 193_500 }

const FIRST_SCREEN = ['/src/features/auth/sign-in.tsx', '/src/ui/toaster.tsx']

/** A file of the client, with those it imports at once. */
export interface File {
  name: string
  size: number
  imports: readonly string[]
}

/** What is fetched for some files, without what is there already. */
export function fetched(files: ReadonlyMap<string, File>, names: readonly string[], there: ReadonlySet<string> = new Set()): Set<string> {
  const all = new Set<string>()
  const visit = (name: string) => {
    if (all.has(name) || there.has(name)) return
    all.add(name)
    files.get(name)?.imports.forEach(visit)
  }
  names.forEach(visit)
  return all
}

export const weight = (files: ReadonlyMap<string, File>, names: ReadonlySet<string>): number => [...names].reduce((total, name) => total + (files.get(name)?.size ?? 0), 0)

/** Fails the build where the entry, or what a screen of the router adds to it, has become too heavy. */
export function budgets(): Plugin {
  return {
    name: 'budgets',
    apply: 'build',
    writeBundle: function (_, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
      const files = new Map(chunks.map(({ fileName, code, imports }) => [fileName, { name: fileName, size: gzipSync(code, { level: 9 }).length, imports }]))
      const entry = fetched(files, chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName))
      const router = [...this.getModuleIds()].find((id) => id.endsWith('/src/app/router.tsx'))
      const screens = (router && this.getModuleInfo(router)?.dynamicallyImportedIds) || []
      if (entry.size === 0 || screens.length === 0) this.error('The budgets found no entry or no screens to weigh')
      const holding = (end: string) => {
        const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(end)))
        return chunk ? chunk.fileName : this.error(`No file holds ${end}`)
      }
      const added = (ends: readonly string[]) => weight(files, fetched(files, ends.map(holding), entry))
      const weighed: [string, number, number][] = [
        ['the entry', weight(files, entry), MOST.entry],
        ['the first screen', weight(files, entry) + added(FIRST_SCREEN), MOST.firstScreen],
        ...screens.map((id): [string, number, number] => [id.replace(/^.*\/src\//, ''), added([id]), MOST.screen]),
      ]
      for (const [name, size] of weighed) this.info(`${name}: ${size}`)
      const over = weighed.filter(([, size, budget]) => size > budget)
      if (over.length > 0) this.error(over.map(([name, size, budget]) => `${name} is ${size} bytes gzipped, more than ${budget}`).join('\n'))
    },
  }
}
