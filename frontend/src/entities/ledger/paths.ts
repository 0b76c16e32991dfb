import { paths } from '@/lib/paths'

/** The accounts of a kind. */
export const accountsPath = (kind: string): string => `${paths.ledger}/${kind}`

/** What was posted to an account. */
export const accountPath = (kind: string, account: string): string => `${paths.ledger}/${kind}/${account}`

/** The address of a journal entry. */
export const entryPath = (id: string): string => `${paths.ledger}/entries/${id}`
