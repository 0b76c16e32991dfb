import { expect, test } from 'vitest'

const sources = import.meta.glob<string>('../**/*.tsx', { query: '?raw', import: 'default', eager: true })

/** What fills the screen, or is a form to sign in with. */
const OTHER = ['./palette.tsx', '../app/more-sheet.tsx', '../features/auth/interruption.tsx']

test('of every dialog the body scrolls, so that its buttons are on the screen', () => {
  const dialogs = Object.entries(sources).filter(([path, source]) => source.includes('<Dialog.Root') && !OTHER.includes(path))
  expect(dialogs.length).toBeGreaterThan(9)
  expect(dialogs.filter(([, source]) => !source.includes('scrollBehavior="inside"')).map(([path]) => path)).toEqual([])
})
