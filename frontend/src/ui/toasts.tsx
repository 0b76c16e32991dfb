import { Extra } from './extra'

// Not part of the entry: nothing is told before the first screen stands.
const load = () => import('./toaster')
const toaster = async () => ({ default: (await load()).Toasts })

/** The notifications. */
export function Toasts() {
  return <Extra load={toaster} props={{}} />
}

/** Tells something for a moment. What was done is told once where a button was pressed twice; what failed is told each time. */
export const toast = {
  success: (message: string) => void load().then(({ toast: now }) => now.success(message, { id: message })),
  error: (message: string) => void load().then(({ toast: now }) => now.error(message)),
}
