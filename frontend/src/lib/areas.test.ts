import { beforeEach, expect, test, vi } from 'vitest'
import type * as i18nModule from './i18n'

// Each part with one text of its own, as the build cuts them.
vi.mock('../locales/de.po?first', () => ({ messages: { bar: ['Leiste'] } }))
vi.mock('../locales/de.po?company', () => ({ messages: { form: ['Antrag'] } }))
vi.mock('../locales/de.po?review', () => ({ messages: { case: ['Vorgang'] } }))

// What was entered is remembered: each test begins anew.
let own: typeof i18nModule
beforeEach(async () => {
  vi.resetModules()
  own = await import('./i18n')
})

const spoken = () => Object.keys(own.i18n.messages).sort()

test('an area entered first of all has its texts before its screen is there', async () => {
  await own.loadTexts('de')
  expect(spoken()).toEqual(['bar'])
  await own.withTexts('company', () => Promise.resolve('screen'))
  expect(spoken()).toEqual(['bar', 'form'])
})

test('another language brings the texts of the area that is open', async () => {
  await own.loadTexts('en')
  await own.withTexts('review', () => Promise.resolve('screen'))
  expect(spoken()).toEqual([])
  await own.loadTexts('de')
  expect(spoken()).toEqual(['bar', 'case'])
})

test('so does one that is on its way while the area is entered', async () => {
  await own.loadTexts('en')
  const speaking = own.loadTexts('de')
  await own.withTexts('company', () => Promise.resolve('screen'))
  await speaking
  expect(spoken()).toEqual(['bar', 'form'])
})

test('a screen whose texts do not come does not come either, and can be asked for again', async () => {
  await own.loadTexts('de')
  const load = vi.spyOn(own.languages.de.texts, 'company').mockRejectedValueOnce(new Error('gone'))
  await expect(own.withTexts('company', () => Promise.resolve('screen'))).rejects.toThrow('gone')
  await own.loadTexts('de')
  expect(spoken()).toEqual(['bar'])
  expect(await own.withTexts('company', () => Promise.resolve('screen'))).toBe('screen')
  expect(spoken()).toEqual(['bar', 'form'])
  expect(load).toHaveBeenCalledTimes(2)
})
