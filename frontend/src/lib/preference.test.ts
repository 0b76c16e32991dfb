import { afterEach, expect, test, vi } from 'vitest'
import { fillStorage } from '@/testing/storage'
import { preference } from './preference'

const colour = preference('colour', ['blue', 'green'])

afterEach(() => {
  vi.unstubAllGlobals()
})

test('the first value holds until another one is chosen, which is kept', () => {
  expect(colour.get()).toBe('blue')
  colour.set('green')
  expect(preference('colour', ['blue', 'green']).get()).toBe('green')
})

test('what is kept and is no value any more counts as none', () => {
  localStorage.setItem('colour', 'ultraviolet')
  expect(colour.get()).toBe('blue')
})

test('another tab’s choice is told, and another name’s is not', () => {
  const heard = vi.fn()
  const stop = colour.subscribe(heard)
  window.dispatchEvent(new StorageEvent('storage', { key: 'taste' }))
  expect(heard).not.toHaveBeenCalled()
  window.dispatchEvent(new StorageEvent('storage', { key: 'colour' }))
  expect(heard).toHaveBeenCalledOnce()
  stop()
})

test('where the device keeps nothing, a choice holds for this visit', () => {
  fillStorage()
  colour.set('green')
  expect(colour.get()).toBe('green')
})
