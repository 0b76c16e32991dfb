import { msg } from '@lingui/core/macro'
import type { components } from '@/api/schema'
import { labels } from '@/lib/codes'

/** What is missing before an approved company can get money, in the order of its way. */
export const setUpKinds = labels<components['schemas']['SetUp']>({
  facility: msg`Approved without a facility`,
  signature: msg`Facility waiting for signature`,
  buyer: msg`Buyer to decide on`,
  limit: msg`Debtor without a limit`,
})
