import { msg } from '@lingui/core/macro'
import { expect, test } from 'vitest'
import { labels } from './codes'

const animals = labels<'cat' | 'dog'>({ cat: msg`Cat`, dog: msg`Dog` })

test('the codes there are have their labels, in their order', () => {
  expect(animals.labelOf('dog')).toBe('Dog')
  expect(animals.options()).toEqual([
    { value: 'cat', label: 'Cat' },
    { value: 'dog', label: 'Dog' },
  ])
})

test.each(['horse', 'constructor', '__proto__', ''])('“%s” is none of them, and shown as it came', (code) => {
  expect(animals.find(code)).toBeUndefined()
  expect(animals.labelOf(code)).toBe(code)
})
