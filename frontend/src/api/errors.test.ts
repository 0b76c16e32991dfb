import { expect, test } from 'vitest'
import { loadTexts } from '@/lib/i18n'
import { problem } from '@/testing/data'
import { ApiError, type Schemas } from './client'
import { fieldErrors, outcomeOf, retryAt, sentence } from './errors'
import './used-up'

test('a failure this version has no sentence for is told as one all the same', () => {
  const body = { ...problem('internal', 500), code: 'something_new' as 'internal' }
  expect(sentence(new ApiError(500, body))).toBe('Something went wrong')
})

test('a write may have been done where nothing answered or the server failed, and was not where it refused', () => {
  for (const status of [null, 500, 502, 503, 504]) expect(outcomeOf(new ApiError(status, null))).toBe('unknown')
  for (const status of [400, 404, 409, 422]) expect(outcomeOf(new ApiError(status, null))).toBe('refused')
  for (const status of [401, 403, 408, 429]) expect(outcomeOf(new ApiError(status, null))).toBe('nothing')
  expect(outcomeOf(new ApiError(503, problem('unavailable', 503)))).toBe('nothing')
  expect(outcomeOf(null)).toBe('nothing')
})

test.each([
  ['invalid_input', { code: 'image_too_large', params: { max: 40 } }, 'The image has more than 40 megapixels, or more than 12,000 pixels on a side.', 'Das Bild hat mehr als 40 Megapixel oder an einer Seite mehr als 12.000 Pixel.'],
  ['file_refused', 'file_empty', 'The file is empty.', 'Die Datei ist leer.'],
  ['file_refused', 'file_type_mismatch', 'This isn’t a PDF, PNG or JPEG file, or its extension doesn’t match its content.', 'Das ist keine PDF-, PNG- oder JPEG-Datei, oder die Endung passt nicht zum Inhalt.'],
  ['file_refused', 'file_damaged', 'The file is damaged or cut off. Save or scan it again.', 'Die Datei ist beschädigt oder unvollständig. Speichern oder scannen Sie sie noch einmal.'],
] as const)('a file refused with %s (%o) is told why, in the language of the client: %s', async (code, invalid, english, german) => {
  const error = new ApiError(422, problem(code, 422, { file: invalid }))
  expect(sentence(error)).toBe(english)
  await loadTexts('de')
  expect(sentence(error)).toBe(german)
})

test('a long wait is told in minutes, a short one in seconds', () => {
  const tooMany = (seconds: string) => sentence(new ApiError(429, problem('too_many_requests', 429), seconds))
  expect(tooMany('840')).toBe('Too many attempts. You can try again in 14 minutes.')
  expect(tooMany('90')).toBe('Too many attempts. You can try again in 90 seconds.')
})

test('what is used up is named, with when there is more', () => {
  const spent = (usedUp: Schemas['Allotment'], seconds: string) => new ApiError(429, { ...problem('too_many_requests', 429), usedUp }, seconds)
  expect(sentence(spent('files', '18000'))).toBe('You’ve stored as many files as an account can for now. You can continue in 5 hours.')
  expect(sentence(spent('records', '600'))).toBe('You’ve made as many changes as an account can in a day. You can continue in 10 minutes.')
  expect(sentence(spent('reads', '1'))).toBe('You’ve opened as much as an account can in a minute. You can continue in 1 second.')
  expect(retryAt(spent('mails', '30')), 'it stands there as a sentence').toBeNull()
  expect(sentence(spent('something_new' as 'files', '30'))).toBe('Too many attempts. You can try again in 30 seconds.')
})

test('a field is told by its codes, and by the server’s sentence where a newer one knows a code this version does not', () => {
  const body = problem('invalid_input', 422, { name: { code: 'too_long', params: { max: 2000 } }, iban: 'something_new' as 'required', id: 'malformed' })
  expect(fieldErrors(new ApiError(422, body))).toEqual({ name: 'Use at most 2,000 characters.', iban: 'The server’s sentence.', id: 'The server’s sentence.' })
  expect(fieldErrors(new ApiError(422, { ...body, fields: { a: ['One.', 'Two.'] }, fieldCodes: { a: [{ code: 'required', params: {} }] } }))).toEqual({ a: 'This is required. Two.' })
  expect(fieldErrors(new ApiError(422, { ...body, fieldCodes: undefined }))).toMatchObject({ name: 'The server’s sentence.' })
})
