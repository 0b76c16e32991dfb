import { lazy, Suspense } from 'react'

// Not part of the entry: nothing is told before the first screen stands.
const load = () => import('./toaster')
const Toaster = lazy(async () => ({ default: (await load()).Toasts }))

/** The notifications. */
export function Toasts() {
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  )
}

/** Tells something for a moment. */
export const toast = {
  success: (message: string) => void load().then(({ toast: now }) => now.success(message)),
  error: (message: string) => void load().then(({ toast: now }) => now.error(message)),
}
