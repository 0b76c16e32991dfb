import '@testing-library/jest-dom/vitest'
import { configure } from '@testing-library/react'
import toast from 'react-hot-toast'
import { afterEach, beforeEach, expect } from 'vitest'
import { loadTexts } from '@/lib/i18n'
import { endAll } from './begun'
import { mistakes } from './page'
import { configure as configureInstance } from './config'

// What a test waits for comes when it comes: a busy machine is slow, and no test asserts a duration.
configure({ asyncUtilTimeout: 20_000 })

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
