import { msg } from '@lingui/core/macro'
import type { components } from '@/api/schema'
import { labels, type Badged } from '@/lib/codes'

type Schemas = components['schemas']

export const buyerStatuses = labels<Schemas['BuyerStatus'], Badged>({
  pending: { label: msg`Pending approval`, palette: 'orange' },
  approved: { label: msg`Approved`, palette: 'green' },
  declined: { label: msg`Declined`, palette: 'red' },
})
