import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import toast from 'react-hot-toast'
import { afterEach } from 'vitest'

afterEach(() => {
  toast.remove()
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})
