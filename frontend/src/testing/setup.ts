import '@testing-library/jest-dom/vitest'
import { configure } from '@testing-library/react'
import toast from 'react-hot-toast'
import { afterEach, beforeEach, expect } from 'vitest'
import { loadTexts } from '@/lib/i18n'
import { endAll, watch } from './begun'
import { configure as configureInstance } from './config'

/** What React says of mistakes that show on the screen sooner or later, such as two parts under one key. */
const MISTAKES = /same key|unique "key"|Cannot update a component|cannot be a (child|descendant) of|non-boolean attribute|Invalid DOM property|change in the order of Hooks/
const mistakes: string[] = []
const say = console.error
console.error = (...args: unknown[]) => {
  if (typeof args[0] === 'string' && MISTAKES.test(args[0])) mistakes.push(args.join(' '))
  say(...args)
}

// What a test waits for comes when it comes: a busy machine is slow, and no test asserts a duration.
configure({ asyncUtilTimeout: 20_000 })

// What every browser has of a list and its options, and this document does not: a form tells by them whether somebody has chosen.
Object.defineProperty(HTMLSelectElement.prototype, 'size', { get: (): number => 0 })
Object.defineProperty(HTMLOptionElement.prototype, 'defaultSelected', {
  get(this: HTMLOptionElement) {
    return this.hasAttribute('selected')
  },
})

watch()

beforeEach(() => loadTexts('en'))
// As in the product, it is there before the first screen is.
beforeEach(() => configureInstance())

// The last of all that follows a test: what its own file does after it is done by then.
afterEach(async () => {
  const complaints = await endAll()
  toast.remove()
  localStorage.clear()
  sessionStorage.clear()
  // As another tab would tell of it.
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(mistakes.splice(0)).toEqual([])
  expect(complaints, 'what this test began and did not end').toEqual([])
})
