import { useLoaded } from '@/lib/use-loaded'

const accountHints = () => import('./account-hints')

/** The rules of every country's numbers, which are heavier than the form: nothing until they are there. Where they do not come, the server still decides. */
export const useAccountHints = () => useLoaded(accountHints).part
