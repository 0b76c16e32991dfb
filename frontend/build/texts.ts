import { transformAsync, types, type NodePath, type PluginObj } from '@babel/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

/** The value as source text would write it. */
const literal = (value: unknown): types.Expression => types.valueToNode(value)

/** Compiles the English that stands beside each id, so that the language of the source needs neither catalogue nor compiler in the page. */
const compiledEnglish: PluginObj = {
  visitor: {
    Program: {
      exit: (program: NodePath<types.Program>) => {
        program.traverse({
          ObjectProperty: ({ node, parent }) => {
            const isDescriptor = types.isObjectExpression(parent) && parent.properties.some((one) => types.isObjectProperty(one) && types.isIdentifier(one.key, { name: 'id' }))
            if (isDescriptor && types.isIdentifier(node.key, { name: 'message' }) && types.isStringLiteral(node.value)) node.value = literal(compileMessage(node.value.value))
          },
          JSXAttribute: ({ node, parent }) => {
            const isText = types.isJSXOpeningElement(parent) && parent.attributes.some((one) => types.isJSXAttribute(one) && one.name.name === 'id')
            const value = types.isJSXExpressionContainer(node.value) ? node.value.expression : node.value
            if (isText && node.name.name === 'message' && types.isStringLiteral(value)) node.value = types.jsxExpressionContainer(literal(compileMessage(value.value)))
          },
        })
      },
    },
  },
}

/** What is typed by people is no markup: see src/lib/trans. */
const OUR_TRANS = '@/lib/trans'
const transIsOurs = (filename: string): PluginObj => ({
  visitor: {
    Program: {
      exit: (program: NodePath<types.Program>) => {
        if (filename.endsWith('/src/lib/trans.tsx')) return
        for (const statement of program.node.body) {
          if (!types.isImportDeclaration(statement) || statement.source.value !== '@lingui/react') continue
          const isTrans = (one: (typeof statement.specifiers)[number]) => types.isImportSpecifier(one) && types.isIdentifier(one.imported, { name: 'Trans' })
          const ours = statement.specifiers.filter(isTrans)
          if (ours.length === 0) continue
          statement.specifiers = statement.specifiers.filter((one) => !isTrans(one))
          program.unshiftContainer('body', types.importDeclaration(ours, types.stringLiteral(OUR_TRANS)))
        }
      },
    },
  },
})

/** Turns the texts marked in the source into looks into the catalogue, with compiled English to fall back on. */
export function texts(): Plugin {
  return {
    name: 'texts',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: '@lingui/' },
      handler: async (code, filename) => {
        const made = await transformAsync(code, {
          filename,
          plugins: [['@lingui/babel-plugin-lingui-macro', { stripMessageField: false }], () => compiledEnglish, () => transIsOurs(filename)],
          parserOpts: { plugins: ['typescript', 'jsx'] },
          sourceMaps: true,
          configFile: false,
          babelrc: false,
        })
        return made?.code ? { code: made.code, map: made.map } : null
      },
    },
  }
}
