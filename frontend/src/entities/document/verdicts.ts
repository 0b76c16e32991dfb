import { msg } from '@lingui/core/macro'
import type { components } from '@/api/schema'
import { labels, type Badged } from '@/lib/codes'

type Schemas = components['schemas']

export const verdicts = labels<Schemas['Verdict'], Badged>({
  pending: { label: msg`Not reviewed`, palette: 'primary' },
  accepted: { label: msg`Accepted`, palette: 'green' },
  rejected: { label: msg`Rejected`, palette: 'red' },
})
