import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '..')

/** German by the English of the source. */
const german = new Map(
  readFileSync(join(folder, 'locales/de.po'), 'utf8')
    .split('\n\n')
    .flatMap((entry) => [...entry.matchAll(/^msgid "(.*)"\nmsgstr "(.*)"/gm)].map(([, id = '', text = '']) => [id, text] as const)),
)

/** Stands for what is filled in. */
const HOLE = '{}'

/** The text of a message in the source. */
function message(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTaggedTemplateExpression(node)) {
    const { template } = node
    return ts.isNoSubstitutionTemplateLiteral(template) ? template.text : template.head.text + template.templateSpans.map(({ literal }) => HOLE + literal.text).join('')
  }
  if (!ts.isCallExpression(node) || !node.arguments[0] || !ts.isObjectLiteralExpression(node.arguments[0])) return undefined
  const text = node.arguments[0].properties.find((one) => ts.isPropertyAssignment(one) && one.name.getText() === 'message')
  return text && ts.isPropertyAssignment(text) ? message(text.initializer) : undefined
}

/** What an element shows, where that is one text with nothing filled in. */
function shown(children: readonly ts.JsxChild[]): string | undefined {
  const parts = children.map((child) => {
    if (ts.isJsxText(child)) return child.text
    if (ts.isJsxElement(child) && child.openingElement.tagName.getText() === 'Trans') return shown(child.children) ?? HOLE
    return ts.isJsxExpression(child) ? HOLE : ''
  })
  const text = parts.join('').replaceAll(/\s+/g, ' ').trim()
  return text && !text.includes(HOLE) ? text : undefined
}

/** Every element that has a name of its own beside the text it shows. */
function named(): { file: string; name: string; text: string }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test|\.design)\.tsx$/.test(file))
    .flatMap((file) => {
      const found: { file: string; name: string; text: string }[] = []
      const visit = (node: ts.Node): void => {
        if (ts.isJsxElement(node)) {
          const label = node.openingElement.attributes.properties.find((one) => ts.isJsxAttribute(one) && one.name.getText() === 'aria-label')
          const value = label && ts.isJsxAttribute(label) ? label.initializer : undefined
          const source = value && ts.isJsxExpression(value) ? value.expression : value
          const name = source && message(source)
          const text = shown(node.children)
          if (name !== undefined && text !== undefined) found.push({ file, name, text })
        }
        ts.forEachChild(node, visit)
      }
      visit(ts.createSourceFile(file, readFileSync(join(folder, file), 'utf8'), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX))
      return found
    })
}

const letters = (text: string) => text.toLocaleLowerCase('de').replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()

/** People who speak to the browser say what they read (WCAG 2.5.3). */
test('what has a name beside its text has the text in its name, in both languages', () => {
  const all = named()
  expect(all.length).toBeGreaterThan(50)
  const inGerman = new Map([...german].map(([id, text]) => [id.replaceAll(/\{\w+\}/g, HOLE), text.replaceAll(/\{\w+\}/g, HOLE)]))
  const translated = all.map(({ file, name, text }) => ({ file, name: inGerman.get(name) ?? name, text: inGerman.get(text) ?? text }))
  expect([...all, ...translated].filter(({ name, text }) => !letters(name).includes(letters(text)))).toEqual([])
})
