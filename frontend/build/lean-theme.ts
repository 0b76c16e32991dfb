import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const THEME = /@chakra-ui\/react\/dist\/esm\/theme\/index\.js$/
const OWN = '?own'
const PASSED_ON = /^export \{ .* \} from '.*';$/gm
const EVERY_RECIPE = /^import \{ (recipes|slotRecipes) \} from .*$/gm
const COLORS = /@chakra-ui\/react\/dist\/esm\/theme\/(semantic-tokens|tokens)\/colors\.js$/
/** Of these no screen is, and each has a variable of its own in every page. */
const UNUSED_COLORS = /^ {2}(yellow|teal|pink|cyan): \{\n(?: {4}.*\n)*? {2}\},?\n/gm
const EXPORTED = /^export \{ (.*) \};$/m

/**
 * Chakra's index of themes has tokens of its own beside every recipe it passes on: who takes the tokens is held to need all of the
 * recipes, so that those of lazy parts would come with the first page. In two modules, each is taken alone.
 */
export function leanTheme(): Plugin {
  return {
    name: 'lean-theme',
    apply: 'build',
    load: {
      filter: { id: /\/theme\/index\.js\?own$/ },
      handler: (id) => readFileSync(id.replace(OWN, ''), 'utf8').replace(PASSED_ON, '').replace(EVERY_RECIPE, 'const $1 = {};'),
    },
    transform: {
      filter: { id: [THEME, COLORS] },
      handler: function (code, id) {
        if (COLORS.test(id)) {
          const left = code.replace(UNUSED_COLORS, '')
          return left === code ? this.error('Chakra’s colours look different by now') : { code: left, map: null }
        }
        const names = EXPORTED.exec(code)?.[1]
        const passedOn = code.match(PASSED_ON)
        if (!names || !passedOn) return this.error('Chakra’s index of themes looks different by now')
        return { code: [...passedOn, `export { ${names} } from './index.js${OWN}';`].join('\n'), map: null }
      },
    },
  }
}
