import { msg } from '@lingui/core/macro'
import type { components } from '@/api/schema'
import { labels } from '@/lib/codes'

type Schemas = components['schemas']

/** Why an application was disapproved. The server tells applicants only the reasons they may learn. */
export const reasons = labels<Schemas['DisapprovalReason']>({
  not_eligible: msg`Not eligible: we don’t finance this type of company`,
  unverifiable: msg`We couldn’t verify the company’s details`,
  high_risk: msg`The risk is too high`,
  sanctions: msg`Sanctions`,
  fraud_suspected: msg`Fraud is suspected`,
  other: msg`Another reason`,
})
