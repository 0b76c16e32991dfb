import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { components } from '@/api/schema'
import { buys, sells } from '@/entities/company/sells'
import { onboardingStep, paths } from '@/lib/paths'

/**
 * The statuses of an application, each declared once. The set comes from the API's contract: what it gains does not compile
 * until it is described here, and nowhere else is a status told by its number.
 */

type Schemas = components['schemas']
type OnboardingStatus = Schemas['OnboardingBody']['status']

const names = { 0: 'not_completed', 1: 'pending', 2: 'approved', 3: 'disapproved', 4: 'documents_missing' } as const satisfies Record<OnboardingStatus, string>

type StatusName = (typeof names)[keyof typeof names]

interface StatusTexts {
  title: MessageDescriptor
  description: MessageDescriptor
  /** What comes next, whoever has to do it. */
  nextStep?: MessageDescriptor
  /** What the person can do now, and where. */
  next?: { label: MessageDescriptor; to: string }
  palette: string
}

/** What each status means, in the customer's words, in the order of the operator's tabs: what waits comes first. */
export const statuses: Record<StatusName, StatusTexts & { tab: MessageDescriptor }> = {
  pending: {
    title: msg`Documents verification pending`,
    description: msg`Wait for further instructions`,
    nextStep: msg`Next: we review your documents. You don’t need to do anything; we’ll e-mail you and show the result here.`,
    tab: msg`To review`,
    palette: 'orange',
  },
  documents_missing: {
    title: msg`Docs are missing`,
    description: msg`Provide missing documents`,
    nextStep: msg`Next: upload the documents we requested, then submit again.`,
    next: { label: msg`Provide documents`, to: onboardingStep('documents') },
    tab: msg`Documents requested`,
    palette: 'purple',
  },
  approved: {
    title: msg`Onboarding approved`,
    description: msg`All features usable`,
    tab: msg`Approved`,
    palette: 'green',
  },
  disapproved: {
    title: msg`Onboarding disapproved`,
    description: msg`Contact support`,
    nextStep: msg`Next: read the reasons. If we missed something, contact support.`,
    tab: msg`Disapproved`,
    palette: 'red',
  },
  not_completed: {
    title: msg`Onboarding not yet completed`,
    description: msg`Form not filled; complete it to get started with factoring and reverse-factoring`,
    nextStep: msg`Next: fill in the form and upload the documents.`,
    next: { label: msg`Fill in the form`, to: paths.onboarding },
    tab: msg`Drafts`,
    palette: 'primary',
  },
}

/** A newer server may answer a status this version has never heard of: anything said about it could be wrong. */
const unknown: StatusTexts = {
  title: msg`Your application`,
  description: msg`We can’t show your application’s status in this version. Reload the page.`,
  palette: 'gray',
}

const numbers = Object.fromEntries(Object.entries(names).map(([number, name]) => [name, Number(number)])) as Record<StatusName, OnboardingStatus>

/** The number a status has on the wire. */
export const statusNumber = (name: StatusName): OnboardingStatus => numbers[name]

/** The status an address names; earlier versions wrote its number. */
export function statusNamed(said: string | null): OnboardingStatus | undefined {
  if (said === null) return undefined
  const name = Object.hasOwn(numbers, said) ? (said as StatusName) : (names as Record<string, StatusName | undefined>)[said]
  return name && numbers[name]
}

type Sent = number | null | undefined

/** A missing status means the form is not filled in; the customer says so. */
const present = (sent: Sent) => sent ?? numbers.not_completed

/** Whether what the server sent is this status. */
export const isStatus = (sent: Sent, name: StatusName): boolean => present(sent) === numbers[name]

interface Status extends StatusTexts {
  number: number
  isKnown: boolean
  /** What it is called in lists, where nobody is spoken to. */
  label: MessageDescriptor
}

/** What an approved company comes to next that sells no invoices to buyers of its own. */
const [buyersNext, suppliersNext] = [msg`Next: invite your suppliers and approve their invoices, so that they can be paid early.`, msg`Next: once your customer has approved one of your invoices, you can be paid early.`]

/** How the status the server sent is shown to a company. */
export function statusOf(sent: Sent, company?: Parameters<typeof sells>[0]): Status {
  const number = present(sent)
  const name = (names as Record<number, StatusName | undefined>)[number]
  if (!name) return { ...unknown, number, isKnown: false, label: msg`Unknown status` }
  const status = { ...statuses[name], number, isKnown: true, label: statuses[name].title }
  return name === 'approved' && company && !sells(company) ? { ...status, nextStep: buys(company) ? buyersNext : suppliersNext } : status
}

/** The operator's tabs. */
export const statusTabs = (Object.keys(statuses) as StatusName[]).map((name) => ({ name, status: numbers[name], label: statuses[name].tab }))

/** The titles by the numbers the audit trail writes. */
export const statusTitles: Record<string, MessageDescriptor> = Object.fromEntries(Object.entries(names).map(([number, name]) => [number, statuses[name].title]))
