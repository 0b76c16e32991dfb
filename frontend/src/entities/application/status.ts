import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { components, paths as operations } from '@/api/schema'
import { onboardingStep, paths } from '@/lib/paths'

/**
 * The statuses of an application and what can be done with it, each declared once. The sets come from the API's contract:
 * what it gains does not compile until it is described here, and nowhere else is a status told by its number.
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
    nextStep: msg`Next: keep your buyers up to date so that we can finance your invoices to them.`,
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

/** How the status the server sent is shown. */
export function statusOf(sent: Sent): Status {
  const number = present(sent)
  const name = (names as Record<number, StatusName | undefined>)[number]
  if (!name) return { ...unknown, number, isKnown: false, label: msg`Unknown status` }
  return { ...statuses[name], number, isKnown: true, label: statuses[name].title }
}

/** The operator's tabs. */
export const statusTabs = (Object.keys(statuses) as StatusName[]).map((name) => ({ status: numbers[name], label: statuses[name].tab }))

/** The titles by the numbers the audit trail writes. */
export const statusTitles: Record<string, MessageDescriptor> = Object.fromEntries(Object.entries(names).map(([number, name]) => [number, statuses[name].title]))

type AllowedAction = Schemas['AllowedAction']

interface ApplicantAction {
  /** The onboarding screen where it is done; the first in this order wins. Without one it is done on whatever screen there is. */
  screen?: 'form' | 'documents'
  /** The button that hands the application in. */
  button?: MessageDescriptor
}

/** What applicants do. */
export const applicantActions = {
  edit_form: { screen: 'form' },
  resubmit: { screen: 'documents', button: msg`Submit again` },
  submit: { button: msg`Submit application` },
  attach_documents: {},
  add_buyers: {},
  edit_buyers: {},
} as const satisfies Record<AllowedAction, ApplicantAction>

/** The onboarding screen on which what is allowed is done; null when there is nothing to do. */
export function onboardingScreen(allowed: AllowedAction[]): 'form' | 'documents' | null {
  const action = (Object.keys(applicantActions) as AllowedAction[]).find((one) => allowed.includes(one) && 'screen' in applicantActions[one])
  return (action && (applicantActions[action] as ApplicantAction).screen) ?? null
}

type AllowedReview = Schemas['AllowedReview']

interface NoteBody {
  /** Which version of the application the operator saw. */
  version: number
  note: string | null
}

type DocumentsBody = NoteBody & { documents: Schemas['RequestedDocumentBody'][] }

/** The forms a decision's dialog can have, and what each sends. */
interface DecisionBodies {
  note: NoteBody
  reasons: NoteBody & { reasons: Schemas['DisapprovalReason'][] }
  documents: DocumentsBody
  optional_documents: DocumentsBody
}

export type DecisionForm = keyof DecisionBodies
export type DecisionBody = DecisionBodies[DecisionForm]
/** What a form adds to the note every decision takes. */
export type DecisionFields<F extends DecisionForm> = Omit<DecisionBodies[F], keyof NoteBody>

type CasePath = Extract<keyof operations, `/operator/applications/{id}/${string}`>
type JsonOf<P extends CasePath> = operations[P] extends { post: { requestBody: { content: { 'application/json': infer Body } } } } ? Body : never
/** The calls on a case that take such a body. */
type Taking<Body> = { [P in CasePath]: Body extends JsonOf<P> ? P : never }[CasePath]

interface DecisionTexts {
  button: MessageDescriptor
  variant: 'solid' | 'outline'
  /** Of the dialog, and of the button in it that decides. */
  title: MessageDescriptor
  /** What will happen, before it does. */
  explanation: (company: string) => string
  /** Whether to remind of documents and buyers nobody has decided on. */
  warnsOfOpenWork?: true
  done: MessageDescriptor
  /** What the audit trail calls it, and how that reads behind a name. */
  deed: { action: Schemas['AuditAction']; text: MessageDescriptor }
}

export type Decision = { [F in DecisionForm]: DecisionTexts & { form: F; path: Taking<DecisionBodies[F]> } }[DecisionForm]

/** Has a place of its own on the screen of the case, and no dialog. */
const inPlace = { form: null } as const

/** What operators do; the decisions in the order of their buttons. */
const operatorActions = {
  take: inPlace,
  give_back: inPlace,
  judge_documents: inPlace,
  decide_buyers: inPlace,
  approve: {
    path: '/operator/applications/{id}/approve',
    form: 'note',
    button: msg`Approve`,
    variant: 'solid',
    title: msg`Approve application`,
    explanation: (company: string) => t`${company} can use all features immediately and will be e-mailed. You can request documents again later.`,
    warnsOfOpenWork: true,
    done: msg`The application is approved.`,
    deed: { action: 'approved', text: msg`approved the application` },
  },
  request_documents: {
    path: '/operator/applications/{id}/request-documents',
    form: 'documents',
    button: msg`Request documents`,
    variant: 'outline',
    title: msg`Request documents`,
    explanation: (company: string) => t`${company} can upload only the documents you choose and will be e-mailed. The application returns to you once they have been submitted.`,
    done: msg`The documents are requested.`,
    deed: { action: 'documents_requested', text: msg`requested documents` },
  },
  disapprove: {
    path: '/operator/applications/{id}/disapprove',
    form: 'reasons',
    button: msg`Disapprove`,
    variant: 'outline',
    title: msg`Disapprove application`,
    explanation: (company: string) => t`${company} can’t use Sooner and will be e-mailed. You can reopen the application later.`,
    done: msg`The application is disapproved.`,
    deed: { action: 'disapproved', text: msg`disapproved the application` },
  },
  reopen: {
    path: '/operator/applications/{id}/reopen',
    form: 'optional_documents',
    button: msg`Reopen`,
    variant: 'outline',
    title: msg`Reopen application`,
    explanation: (company: string) => t`${company} can submit the application again and will be e-mailed. You can request documents now; without any, it can be submitted as it is.`,
    done: msg`The application is reopened.`,
    deed: { action: 'reopened', text: msg`reopened the application` },
  },
} as const satisfies Record<AllowedReview, Decision | typeof inPlace>

const decisions = Object.entries(operatorActions).flatMap(([action, one]): { action: string; decision: Decision }[] => (one.form ? [{ action, decision: one }] : []))

/** The decisions that can be made now; a newer server may allow others, which this version does not know how to make. */
export function possibleDecisions(allowed: AllowedReview[]): Decision[] {
  return decisions.filter(({ action }) => (allowed as string[]).includes(action)).map(({ decision }) => decision)
}

type Deed = Extract<(typeof operatorActions)[keyof typeof operatorActions], Decision>['deed']['action']

/** How the audit trail tells of the decisions. */
export const decisionDeeds = Object.fromEntries(decisions.map(({ decision: { deed } }) => [deed.action, deed.text])) as Record<Deed, MessageDescriptor>
