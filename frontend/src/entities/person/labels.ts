import { msg } from '@lingui/core/macro'
import type { components } from '@/api/schema'
import { labels } from '@/lib/codes'

type Schemas = components['schemas']

export const personRoles = labels<Schemas['PersonRole']>({
  director: msg`Director`,
  signatory: msg`Authorised to sign`,
  owner: msg`Owns 25% or more`,
})
