import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { components } from '@/api/schema'
import { labels } from '@/lib/codes'

type Schemas = components['schemas']

interface RoleTexts {
  label: MessageDescriptor
  /** What somebody in this role does. */
  help: MessageDescriptor
}

/** What a member is to the company. */
export const memberRoles = labels<Schemas['MemberRole'], RoleTexts>({
  owner: { label: msg`Owner`, help: msg`Does everything: application, bank account, members.` },
  approver: { label: msg`Approver`, help: msg`Accepts offers and approves payments; also enters invoices and buyers.` },
  preparer: { label: msg`Preparer`, help: msg`Enters invoices and buyers. Can’t accept offers or approve invoices.` },
  viewer: { label: msg`Viewer`, help: msg`Sees everything and changes nothing.` },
})
