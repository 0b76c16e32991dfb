import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { components } from '@/api/schema'
import { labels, type Badged } from '@/lib/codes'

type Schemas = components['schemas']

interface StatusTexts extends Badged {
  /** What it means for the house. */
  means: MessageDescriptor
}

/** Where an agreement stands, as the house speaks of it. */
export const houseStatuses = labels<Schemas['FacilityStatus'], StatusTexts>({
  proposed: { label: msg({ message: 'Terms proposed', context: 'facility' }), palette: 'purple', means: msg`The company has to accept the terms before we buy anything.` },
  active: { label: msg({ message: 'Active', context: 'facility' }), palette: 'green', means: msg`We buy invoices under these terms.` },
  suspended: { label: msg({ message: 'Suspended', context: 'facility' }), palette: 'orange', means: msg`We buy nothing new. What we bought runs on.` },
  closed: { label: msg({ message: 'Closed', context: 'facility' }), palette: 'gray', means: msg`We buy nothing new under it, for good. What we bought runs on to its end.` },
  declined: { label: msg({ message: 'Declined', context: 'facility' }), palette: 'gray', means: msg`The company declined our terms.` },
  withdrawn: { label: msg({ message: 'Withdrawn', context: 'facility' }), palette: 'gray', means: msg`We took our terms back.` },
})

/** What became of a version of the terms. */
export const houseTermsStates = labels<Schemas['TermsState'], Badged>({
  open: { label: msg`Waiting for the company`, palette: 'purple' },
  accepted: { label: msg({ message: 'Accepted', context: 'terms' }), palette: 'green' },
  declined: { label: msg({ message: 'Declined', context: 'terms' }), palette: 'gray' },
  withdrawn: { label: msg({ message: 'Withdrawn', context: 'terms' }), palette: 'gray' },
})

/** What the house does with a facility alone. */
export type HouseAction = 'withdraw' | 'suspend' | 'resume' | 'close'

interface ActTexts {
  label: MessageDescriptor
  question: MessageDescriptor
  /** What follows from it. */
  effect: MessageDescriptor
  done: MessageDescriptor
}

/** What the house can do with an agreement alone. */
export const houseActs = labels<HouseAction, ActTexts>({
  withdraw: { label: msg`Withdraw terms`, question: msg`Withdraw the terms that wait for the company?`, effect: msg`The company can no longer accept them. Current terms stay in effect.`, done: msg`Terms withdrawn` },
  suspend: { label: msg`Suspend facility`, question: msg`Suspend this facility?`, effect: msg`We buy nothing new until it is resumed. What we bought runs on. The company’s owners are told by e-mail.`, done: msg`Facility suspended` },
  resume: { label: msg`Resume facility`, question: msg`Resume this facility?`, effect: msg`We buy invoices under its terms again.`, done: msg`Facility resumed` },
  close: { label: msg`Close facility`, question: msg`Close this facility for good?`, effect: msg`It can’t be opened again. We buy nothing new, and terms that wait are withdrawn. What we bought runs on.`, done: msg`Facility closed` },
})
