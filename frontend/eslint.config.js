import lingui from 'eslint-plugin-lingui'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

const nowhere = [
  { selector: "CallExpression[callee.object.name='vi'][callee.property.name='setConfig']", message: 'No test has a time of its own: a busy machine is slow.' },
  { selector: "CallExpression[callee.name='waitFor'] > ArrowFunctionExpression[async=true]", message: 'A busy machine does it once, and looks no further: act first, then wait for what follows.' },
  { selector: "CallExpression[callee.property.name='mutate'][arguments.length>1]", message: 'What follows here is forgotten where the part that began it is gone by then: see lib/after.' },
  { selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']", message: 'What people typed is text.' },
  { selector: "AssignmentExpression[left.property.name=/^(inner|outer)HTML$/]", message: 'What people typed is text.' },
  { selector: "CallExpression[callee.property.name='insertAdjacentHTML']", message: 'What people typed is text.' },
  {
    selector: "TSTypeReference[typeName.name='Record']:not(TSTypeReference[typeName.name='Partial'] *) > TSTypeParameterInstantiation > :first-child:matches(TSIndexedAccessType, :has(TSIndexedAccessType))",
    message: 'A newer server may send codes such a table lacks: see lib/codes.',
  },
]

/** A part that does not come leaves its screen standing. */
const wholeScreen = { selector: "ImportSpecifier[imported.name='lazy']", message: 'What is lazy takes its whole screen along where it does not come: see ui/extra.' }

/** What is begun is ended with the part that began it. */
const endless = [
  { selector: ":matches(ExpressionStatement, UnaryExpression[operator='void']) > CallExpression[callee.name=/^set(Timeout|Interval)$/]", message: 'Nothing can end this timer when its screen has gone: keep it, and clear it.' },
]
const frame = { selector: "CallExpression[callee.name='requestAnimationFrame']", message: 'It may come when its screen has gone: see lib/use-next-frame.' }

/** The server says what it means by codes. */
const prose = { selector: 'Literal[regex.pattern=/[a-z]{2,} [a-z(]/i]', message: 'Sentences are for people: go by the code.' }
const formatter = { selector: "NewExpression[callee.object.name='Intl'][callee.property.name=/^(Number|DateTime)Format$/]", message: 'Making one takes long: see lib/formatters.' }
const orange = { selector: "JSXAttribute[name.name='colorPalette'][value.value='secondary']", message: 'Orange is for the one most important action of a screen: see ui/main-action.' }

/** Signs take as long to type as an autosave waits. */
const signBySign = { selector: "CallExpression[callee.object.name='userEvent'][callee.property.name='type']", message: 'It may be saved between two signs: enter it at once.' }

export default tseslint.config(
  { ignores: ['dist', 'node_modules', 'auth-emulator', 'src/api/schema.d.ts', 'e2e/.results', 'e2e/.report'] },
  { rules: { 'no-restricted-syntax': ['error', ...nowhere] } },
  ...tseslint.configs.strict,
  { plugins: { 'react-hooks': reactHooks }, rules: reactHooks.configs.recommended.rules },
  {
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  // What the server refuses is an answer, and is said on the screen.
  { files: ['src/**'], ignores: ['**/*.test.*', 'src/testing/**'], rules: { 'no-console': 'error' } },
  { files: ['src/**'], ignores: ['**/*.test.*', 'src/testing/**'], rules: { 'no-restricted-syntax': ['error', ...nowhere, ...endless, prose, formatter, wholeScreen] } },
  { files: ['src/features/onboarding/**/*.test.*'], rules: { 'no-restricted-syntax': ['error', ...nowhere, signBySign] } },
  { files: ['src/lib/formatters.ts'], rules: { 'no-restricted-syntax': ['error', ...nowhere, ...endless, prose] } },
  { files: ['src/app/**'], ignores: ['**/*.test.*'], rules: { 'no-restricted-syntax': ['error', ...nowhere, ...endless, frame, prose, formatter, orange] } },
  { files: ['src/features/**', 'src/entities/**'], ignores: ['**/*.test.*'], rules: { 'no-restricted-syntax': ['error', ...nowhere, ...endless, frame, prose, formatter, orange, wholeScreen] } },
  {
    files: ['src/**'],
    ignores: ['**/*.test.*', '**/*.design.*', 'src/app/design.tsx', 'src/testing/**', 'src/ui/theme.ts', 'src/lib/i18n.ts'],
    plugins: { lingui },
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      'lingui/t-call-in-function': 'error',
      'lingui/no-single-variables-to-translate': 'error',
      'lingui/no-trans-inside-trans': 'error',
      'lingui/no-unlocalized-strings': [
        'error',
        {
          // What is no language: codes, addresses, colours, sizes, the product's name.
          ignore: ['^(?![A-Z])\\S+$', '^[A-Z0-9_-]+$', '^\\W*Sooner$', '^\\W*$', '^Bearer ?', '^ApiError$', '^(min|calc|clamp|repeat|var)\\(', '^\\(min-width: ', '^T00:00:00Z$'],
          ignoreNames: [
            { regex: { pattern: '^(className|templateAreas|templateColumns|templateRows|transition|flex|maxW|minW|gridColumn|whiteSpace|autoComplete|accept|rel|key|id|fontFamily|boxShadow|_.*)$' } },
          ],
          ignoreFunctions: ['Error', 'ApiError', 'DOMException', '*.getElementById', '*.querySelector', '*.closest', 'require', 'import', 'matchMedia', '*.setRequestHeader', '*.test', 'useState', '*.GET', '*.POST', '*.PUT', '*.DELETE'],
          useTsTypes: true,
        },
      ],
    },
  },
)
