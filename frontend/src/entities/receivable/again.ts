import { paths } from '@/lib/paths'

/** Enters an invoice again that came to nothing, with what it said. */
export const enterAgainPath = (invoice: string): string => `${paths.newInvoice}?again=${invoice}`
