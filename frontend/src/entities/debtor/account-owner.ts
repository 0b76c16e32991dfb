import { msg } from '@lingui/core/macro'
import type { components } from '@/api/schema'
import { labels } from '@/lib/codes'

/** Whose account a debtor’s credit goes back to. */
export const accountOwners = labels<components['schemas']['AccountOwner']>({
  debtor: msg({ message: 'The debtor’s, by its name', context: 'account' }),
  seller: msg({ message: 'A seller’s, not the debtor’s', context: 'account' }),
  other: msg({ message: 'Not in the debtor’s name', context: 'account' }),
})
