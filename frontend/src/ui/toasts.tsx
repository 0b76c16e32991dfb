import { Extra } from './extra'

// Not part of the entry: nothing is told before the first screen stands.
const load = () => import('./toaster')
const toaster = async () => ({ default: (await load()).Toasts })

/** The notifications. */
export function Toasts() {
  return <Extra load={toaster} props={{}} />
}

/** Tells something for a moment. The same again shows no second one: a button was pressed twice. */
export const toast = {
  success: (message: string) => void load().then(({ toast: now }) => now.success(message, { id: message })),
  error: (message: string) => void load().then(({ toast: now }) => now.error(message, { id: message })),
}
