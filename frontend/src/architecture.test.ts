import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const SRC = import.meta.dirname

/**
 * What each layer may import besides itself, from the bottom up. The generated types of the API stand below everything,
 * so that `lib` and `ui` can name what they show without knowing how it is fetched.
 */
const MAY_IMPORT: Record<Layer, readonly Layer[]> = {
  contract: [],
  lib: ['contract'],
  api: ['contract', 'lib'],
  ui: ['contract', 'lib'],
  entities: ['contract', 'lib', 'api', 'ui'],
  features: ['contract', 'lib', 'api', 'ui', 'entities'],
  app: ['contract', 'lib', 'api', 'ui', 'entities', 'features'],
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

/** Two features are as far apart as two layers, so each is a place of its own. */
const placeOf = (file: string) => (layerOf(file) === 'features' ? file.split('/').slice(0, 2).join('/') : layerOf(file))

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
  const path = specifier.startsWith('@/') ? join(SRC, specifier.slice(2)) : join(SRC, dirname(from), specifier)
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

test('imports point one way: contract ← lib ← api, ui ← entities ← features ← app, and no feature imports another', () => {
  expect(wrongArrows(graph)).toEqual([])
})

test.each([
  ['lib/money.ts', 'api/client.ts'],
  ['ui/notice.tsx', 'api/errors.ts'],
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
