import { msg } from '@lingui/core/macro'
import type { Schemas } from '@/api/client'
import { labels } from '@/lib/codes'

/** By what it was recognised what a receipt pays. */
export const matchReasons = labels<Schemas['MatchReason']>({
  reference: msg({ message: 'Reference', context: 'match' }),
  invoice_numbers: msg({ message: 'Invoice numbers', context: 'match' }),
})
