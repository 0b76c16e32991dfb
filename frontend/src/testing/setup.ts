import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import toast from 'react-hot-toast'
import { afterEach, beforeEach } from 'vitest'
import { loadTexts } from '@/lib/i18n'

beforeEach(() => loadTexts('en'))

afterEach(() => {
  toast.remove()
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})
