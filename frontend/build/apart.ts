import { readdirSync, readFileSync } from 'node:fs'

/** Puts something in a module’s place, has something there before the modules are, or loads one for what it does to the page. */
const CHANGES_MODULES = /\bvi\.(mock|doMock|hoisted|resetModules)\(|^import '@\//m

/** The tests under a folder whose file changes what modules are or do: each such file has its modules for itself, all others share them. */
export function apart(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.test\.tsx?$/.test(file))
  return files.map((file) => `${folder}/${file}`).filter((file) => CHANGES_MODULES.test(readFileSync(file, 'utf8')))
}
