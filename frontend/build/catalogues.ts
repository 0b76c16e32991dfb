import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { formatter } from '@lingui/format-po'
import { createCompiledCatalog } from '@lingui/cli/api'
import type { Plugin } from 'vite'

/** A module of the client, with what it loads. */
export interface Module {
  id: string
  code: string
  imports: readonly string[]
  later: readonly string[]
}

/** An import inside `withTexts(area, …)`. */
export interface Door {
  from: string
  to: string
  area: string
}

export const FIRST = 'first'

/** Those of these ids that stand in quotes. Which quote begins a text and which ends it makes no difference. */
function idsIn(code: string, known: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...code.matchAll(/"(?=([^"\n]+)")/g)].flatMap(([, text = '']) => (known.has(text) ? [text] : [])))
}

/** The ids of the texts each part of a catalogue holds: an area what is only met behind its doors, the first part everything else. */
export function parts(modules: readonly Module[], entries: readonly string[], doors: readonly Door[], ids: readonly string[]): Map<string, string[]> {
  const byId = new Map(modules.map((module) => [module.id, module]))
  const areas = [...new Set(doors.map(({ area }) => area))]
  const known = new Set(ids)
  const said = new Map(modules.filter(({ id }) => id.includes('/src/')).map(({ id, code }) => [id, idsIn(code, known)]))
  /** What is said by all that is met from here without going through a door; behind those of an area, its walk begins anew. */
  const idsFrom = (starts: readonly string[]) => {
    const met = new Set<string>()
    const visit = (id: string) => {
      const module = byId.get(id)
      if (!module || met.has(id)) return
      met.add(id)
      module.imports.forEach(visit)
      module.later.filter((to) => !doors.some((door) => door.from === id && door.to === to)).forEach(visit)
    }
    starts.forEach(visit)
    const ofMet = new Set([...met].flatMap((id) => [...(said.get(id) ?? [])]))
    return new Set(ids.filter((id) => ofMet.has(id)))
  }
  const first = idsFrom(entries)
  const ofArea = (area: string) => idsFrom(doors.filter((door) => door.area === area).map(({ to }) => to))
  return new Map([[FIRST, [...first]], ...areas.map((area): [string, string[]] => [area, [...ofArea(area)].filter((id) => !first.has(id))])])
}

const DOOR = /withTexts\('(\w+)',[^\n]*?import\('([^']+)'\)/g
const MARK = /["'`]%texts (\S+) (\w+)%["'`]/g
const PART = /\.po\?(\w+)$/

/** Every message of a catalogue by its id; fails where one is without words. */
async function read(file: string): Promise<Record<string, string>> {
  const catalogue = await formatter().parse(readFileSync(file, 'utf8'), { locale: basename(file, '.po'), sourceLocale: 'en', filename: file })
  return Object.fromEntries(
    Object.entries(catalogue).map(([id, { translation, message }]) => {
      if (!translation) throw new Error(`${file} has no words for “${message ?? id}”`)
      return [id, translation]
    }),
  )
}

/** Cuts each catalogue by area: `de.po?company` holds what only the screens of the company need. Served for development, every part is the whole. */
export function catalogues(): Plugin {
  const doors: Door[] = []
  /** By file: its messages, and which of them each part holds. */
  const cut = new Map<string, Promise<{ messages: Record<string, string>; wanted: Map<string, string[]> }>>()
  let isBuild = false
  return {
    name: 'catalogues',
    enforce: 'pre',
    configResolved: ({ command }) => {
      isBuild = command === 'build'
    },
    buildStart: () => {
      doors.splice(0)
      cut.clear()
    },
    load: {
      filter: { id: PART },
      handler: (id) => {
        const [file = '', part = ''] = id.split('?')
        return { code: isBuild ? `export const messages = JSON.parse("%texts ${file} ${part}%")` : `export { messages } from ${JSON.stringify(file)}`, moduleType: 'js' }
      },
    },
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: 'withTexts(' },
      handler: async function (code, from) {
        for (const [, area = '', source = ''] of code.matchAll(DOOR)) {
          const found = await this.resolve(source, from)
          if (found) doors.push({ from, to: found.id, area })
        }
        return null
      },
    },
    renderChunk: async function (code) {
      if (!code.includes('%texts ')) return null
      const cutUp = async (file: string) => {
        const modules = [...this.getModuleIds()].flatMap((id): Module[] => {
          const info = this.getModuleInfo(id)
          return info ? [{ id, code: info.code ?? '', imports: info.importedIds, later: info.dynamicallyImportedIds }] : []
        })
        const entries = modules.map(({ id }) => id).filter((id) => this.getModuleInfo(id)?.isEntry)
        const messages = await read(file)
        return { messages, wanted: parts(modules, entries, doors, Object.keys(messages)) }
      }
      let made = code
      for (const [mark, file = '', part = ''] of code.matchAll(MARK)) {
        this.addWatchFile(file)
        const known = cut.get(file) ?? cutUp(file)
        cut.set(file, known)
        const { messages, wanted: all } = await known
        const wanted = all.get(part)
        if (!wanted) this.error(`Nothing is loaded with the texts of “${part}”`)
        const { source, errors } = createCompiledCatalog(basename(file, '.po'), Object.fromEntries(wanted.map((id) => [id, messages[id] ?? ''])), { namespace: 'json' })
        if (errors.length > 0) this.error(errors.map(({ source: text, error }) => `${text}: ${error.message}`).join('\n'))
        made = made.replace(mark, () => JSON.stringify(JSON.stringify((JSON.parse(source) as { messages: unknown }).messages)))
      }
      return { code: made, map: null }
    },
  }
}
