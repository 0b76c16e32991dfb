import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { components } from '@/api/schema'
import { byCode, labels, type Badged } from '@/lib/codes'

type Schemas = components['schemas']

interface StatusTexts extends Badged {
  /** What it means for the company. */
  means: MessageDescriptor
}

/** Where an agreement stands. */
export const facilityStatuses = labels<Schemas['FacilityStatus'], StatusTexts>({
  proposed: { label: msg({ message: 'Terms proposed', context: 'facility' }), palette: 'purple', means: msg`Read our terms and decide. Nothing applies until you accept.` },
  active: { label: msg({ message: 'Active', context: 'facility' }), palette: 'green', means: msg`We buy invoices under these terms.` },
  suspended: { label: msg({ message: 'Suspended', context: 'facility' }), palette: 'orange', means: msg`We buy nothing new at the moment. What you sold runs on.` },
  closed: { label: msg({ message: 'Closed', context: 'facility' }), palette: 'gray', means: msg`We buy nothing new under it. What you sold runs on to its end.` },
  declined: { label: msg({ message: 'Declined', context: 'facility' }), palette: 'gray', means: msg`You declined our terms.` },
  withdrawn: { label: msg({ message: 'Withdrawn', context: 'facility' }), palette: 'gray', means: msg`We took our terms back.` },
})

/** What it means where a company lets its suppliers be paid early. */
export const programmeMeanings = byCode<Schemas['FacilityStatus'], MessageDescriptor>({
  proposed: msg`Read our terms and decide. Nothing applies until you accept.`,
  active: msg`We pay your suppliers early under these terms.`,
  suspended: msg`We pay nothing new early at the moment. What was paid early runs on.`,
  closed: msg`We pay nothing new early under it. What was paid early runs on to its end.`,
  declined: msg`You declined our terms.`,
  withdrawn: msg`We took our terms back.`,
})

/** What an agreement is for. */
export const facilityKinds = labels<Schemas['FacilityKind']>({
  factoring: msg`Factoring`,
  reverse_factoring: msg`Reverse factoring`,
})

/** What became of a version of the terms. */
export const termsStates = labels<Schemas['TermsState'], Badged>({
  open: { label: msg({ message: 'Waiting for you', context: 'terms' }), palette: 'purple' },
  accepted: { label: msg({ message: 'Accepted', context: 'terms' }), palette: 'green' },
  declined: { label: msg({ message: 'Declined', context: 'terms' }), palette: 'gray' },
  withdrawn: { label: msg({ message: 'Withdrawn', context: 'terms' }), palette: 'gray' },
})

export const dayCounts = labels<Schemas['DayCount']>({
  act_360: msg`Actual days, 360 a year`,
  act_365: msg`Actual days, 365 a year`,
  thirty_e_360: msg`30 days a month, 360 a year`,
})

export const discountTimings = labels<Schemas['DiscountTiming']>({
  in_arrears: msg`At settlement`,
  in_advance: msg`From the payout`,
})

export const notifications = labels<Schemas['Notification']>({
  disclosed: msg`Your buyer is told and pays us`,
  undisclosed: msg`Your buyer pays you, and you forward the money`,
})

export const verificationRules = labels<Schemas['VerificationRule']>({
  always: msg`Every invoice`,
  first_of_debtor: msg`The first invoice to each buyer`,
  above: msg`Invoices above an amount`,
  never: msg({ message: 'Never', context: 'verification' }),
})

/** The same as a programme’s buyer reads it. */
export const programmeVerificationRules = labels<Schemas['VerificationRule']>({
  always: msg`Every payable`,
  first_of_debtor: msg`The first payable to each supplier`,
  above: msg`Payables above an amount`,
  never: msg({ message: 'Never', context: 'verification' }),
})

interface StepTexts {
  label: MessageDescriptor
  /** Whether the amounts above add up to it. */
  isSum?: true
}

/** The way from the limit to what is available now. */
export const availabilitySteps = labels<Schemas['StepCode'], StepTexts>({
  limit: { label: msg`Limit of the facility` },
  out: { label: msg`Advances paid, on their way or to be paid again` },
  accepted: { label: msg`Sold and not paid out yet` },
  owed: { label: msg`Owed to us` },
  room: { label: msg`Left of the limit`, isSum: true },
  offered: { label: msg`Advances on offer` },
  over_concentration: { label: msg`Over the concentration limit` },
  over_debtor_limit: { label: msg`Over the limit for a buyer` },
  over_room: { label: msg`More than is left of the limit` },
  deducted: { label: msg`Taken from the payout` },
  available: { label: msg`Available now`, isSum: true },
})
