import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const SRC = import.meta.dirname

/** What each layer may import besides itself, from the bottom up. Without the API's types `lib` and `ui` know no noun of the business. */
const MAY_IMPORT: Record<Layer, readonly Layer[]> = {
  contract: [],
  lib: [],
  api: ['contract', 'lib'],
  ui: ['lib'],
  entities: ['contract', 'lib', 'api', 'ui'],
  features: ['contract', 'lib', 'api', 'ui', 'entities'],
  app: ['contract', 'lib', 'api', 'ui', 'entities', 'features'],
}

/** What an entity may import of the others: never both ways. */
const ENTITY_MAY_IMPORT: Record<string, readonly string[]> = {
  company: [],
  facility: ['approval'],
  quote: [],
  import: [],
  receivable: ['import'],
  payment: ['receivable', 'company', 'facility'],
  programme: ['receivable', 'import'],
  person: [],
  name: [],
  ledger: [],
  debtor: [],
  document: [],
  user: [],
  team: ['user'],
  operator: ['user'],
  approval: ['company', 'user', 'operator', 'ledger'],
  application: ['company', 'person', 'document', 'user'],
  audit: ['application'],
  buyer: ['user', 'application'],
  joining: ['company', 'user', 'document', 'application', 'buyer'],
}

type Layer = 'contract' | 'lib' | 'api' | 'ui' | 'entities' | 'features' | 'app'
type Graph = Map<string, string[]>

const isTest = (file: string) => file.startsWith('testing/') || /\.test\.tsx?$/.test(file)

function layerOf(file: string): Layer | null {
  if (file === 'api/schema.d.ts') return 'contract'
  if (file === 'main.tsx') return 'app'
  const folder = file.split('/')[0] ?? ''
  return folder !== 'contract' && Object.hasOwn(MAY_IMPORT, folder) ? (folder as Layer) : null
}

const nounOf = (file: string) => file.split('/')[1] ?? ''

/** Two features are as far apart as two layers, and so are two entities: each is a place of its own. */
function placeOf(file: string): string | null {
  const layer = layerOf(file)
  return layer === 'features' || layer === 'entities' ? `${layer}/${nounOf(file)}` : layer
}

/** What a file names in `import`, `import type`, `export … from`, `import()` and `typeof import()`. */
function specifiers(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(join(SRC, file), 'utf8'), ts.ScriptTarget.Latest, false, file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    let named: ts.Node | undefined
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) named = node.moduleSpecifier
    else if (ts.isImportTypeNode(node)) named = ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) named = node.arguments[0]
    if (named && ts.isStringLiteralLike(named)) found.push(named.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** The file of ours an import leads to; null for a package, and for what is no code, such as a catalogue. */
function resolve(from: string, specifier: string): string | null {
  if (!/^(\.{1,2}|@)\//.test(specifier)) return null
  // A query asks for a part of a file.
  const name = specifier.replace(/\?\w+$/, '')
  const path = name.startsWith('@/') ? join(SRC, name.slice(2)) : join(SRC, dirname(from), name)
  const found = ['', '.ts', '.tsx', '.d.ts', '/index.ts', '/index.tsx'].map((ending) => path + ending).find((candidate) => /\.\w+$/.test(candidate) && existsSync(candidate))
  if (!found) throw new Error(`${from} imports ${specifier}, which is no file`)
  return /\.tsx?$/.test(found) ? relative(SRC, found) : null
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name) && name !== 'vite-env.d.ts')
const graph: Graph = new Map(
  files.filter((file) => !isTest(file)).map((file) => [file, specifiers(file).flatMap((specifier) => resolve(file, specifier) ?? [])]),
)

function wrongArrows(of: Graph): string[] {
  return [...of].flatMap(([from, imported]) =>
    imported.flatMap((to) => {
      const [layer, target] = [layerOf(from), layerOf(to)]
      if (layer && (placeOf(from) === placeOf(to) || (target && MAY_IMPORT[layer].includes(target)))) return []
      if (layer === 'entities' && target === 'entities' && ENTITY_MAY_IMPORT[nounOf(from)]?.includes(nounOf(to))) return []
      return `${from} must not import ${to}`
    }),
  )
}

/** Every circle once, as the files one passes going round. */
function circles(of: Graph): string[] {
  const found: string[] = []
  const done = new Set<string>()
  const walk = (file: string, way: string[]): void => {
    const before = way.indexOf(file)
    if (before >= 0) found.push([...way.slice(before), file].join(' → '))
    if (before >= 0 || done.has(file)) return
    for (const next of of.get(file) ?? []) walk(next, [...way, file])
    done.add(file)
  }
  for (const file of of.keys()) walk(file, [])
  return found
}

test('every entity is declared, and the entities point one way', () => {
  const nouns = new Set([...graph.keys()].filter((file) => layerOf(file) === 'entities').map(nounOf))
  expect([...nouns].sort()).toEqual(Object.keys(ENTITY_MAY_IMPORT).sort())
  expect(circles(new Map(Object.entries(ENTITY_MAY_IMPORT).map(([noun, others]) => [noun, [...others]])))).toEqual([])
})

test('every file belongs to a layer', () => {
  expect(graph.size).toBeGreaterThan(90)
  expect([...graph.keys()].filter((file) => layerOf(file) === null)).toEqual([])
})

test.each([
  ['import', 'entities/buyer/api.ts', 'api/client.ts'],
  ['import type', 'entities/application/answers.ts', 'api/schema.d.ts'],
  ['import()', 'app/router.tsx', 'features/review/case-page.tsx'],
])('what a file names in `%s` is seen', (_, from, to) => {
  expect(graph.get(from)).toContain(to)
})

test('imports point one way: contract, lib ← api, ui ← entities ← features ← app, and no feature imports another', () => {
  expect(wrongArrows(graph)).toEqual([])
})

test.each([
  ['lib/money.ts', 'api/client.ts'],
  ['ui/notice.tsx', 'api/errors.ts'],
  ['lib/money.ts', 'api/schema.d.ts'],
  ['ui/notice.tsx', 'entities/buyer/api.ts'],
  ['api/errors.ts', 'entities/user/me.ts'],
  ['entities/application/api.ts', 'entities/buyer/api.ts'],
  ['entities/buyer/api.ts', 'features/buyers/buyers.tsx'],
  ['api/errors.ts', 'ui/notice.tsx'],
  ['features/buyers/buyers.tsx', 'features/review/api.ts'],
  ['features/review/api.ts', 'app/router.tsx'],
  ['api/schema.d.ts', 'lib/money.ts'],
])('an arrow from %s to %s would be reported', (from, to) => {
  expect(wrongArrows(new Map([[from, [to]]]))).toEqual([`${from} must not import ${to}`])
})

test('no file imports itself by way of others', () => {
  expect(circles(graph)).toEqual([])
})

test('a circle would be reported', () => {
  const around: Graph = new Map([
    ['lib/a.ts', ['lib/b.ts']],
    ['lib/b.ts', ['lib/c.ts']],
    ['lib/c.ts', ['lib/b.ts']],
  ])
  expect(circles(around)).toEqual(['lib/b.ts → lib/c.ts → lib/b.ts'])
})
