import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { components } from '@/api/schema'
import { labels } from '@/lib/codes'
import type { Term } from '@/lib/glossary'

type Schemas = components['schemas']

interface KindTexts {
  label: MessageDescriptor
  help: MessageDescriptor
  term?: Term
}

export const documentKinds = labels<Schemas['DocumentKind'], KindTexts>({
  incorporation_certificate: { label: msg`Certificate of incorporation`, help: msg`Extract from the commercial register, no more than three months old.` },
  proof_of_address: { label: msg`Proof of address`, help: msg`Utility bill or official letter sent to the registered address.` },
  identity_document: { label: msg`Identity document`, help: msg`Passport or identity card of everyone authorised to sign; both sides of a card.` },
  bank_statement: { label: msg`Last bank statement`, help: msg`For the bank account in your application.` },
  annual_accounts: { label: msg`Latest annual accounts`, help: msg`Balance sheet and profit and loss account.` },
  aged_receivables: { label: msg`Aged receivables report`, help: msg`Open invoices by buyer and age. Needed only if you sell invoices.`, term: 'agedReceivables' },
})
