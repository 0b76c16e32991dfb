import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { components, paths as operations } from '@/api/schema'

type Schemas = components['schemas']
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
  /** Told apart by place, colour and word: the one that is hoped for, the one against, and what lies between. */
  tone: 'main' | 'plain' | 'against'
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

/** What operators do; the decisions in the order of their buttons: what is against at the one end, what is hoped for at the other. */
const operatorActions = {
  take: inPlace,
  give_back: inPlace,
  judge_documents: inPlace,
  decide_buyers: inPlace,
  disapprove: {
    path: '/operator/applications/{id}/disapprove',
    form: 'reasons',
    button: msg`Disapprove`,
    tone: 'against',
    title: msg`Disapprove application`,
    explanation: (company: string) => t`${company} can’t use Sooner and will be e-mailed. You can reopen the application later.`,
    done: msg`The application is disapproved.`,
    deed: { action: 'disapproved', text: msg`disapproved the application` },
  },
  request_documents: {
    path: '/operator/applications/{id}/request-documents',
    form: 'documents',
    button: msg`Request documents`,
    tone: 'plain',
    title: msg`Request documents`,
    explanation: (company: string) => t`${company} can upload only the documents you choose and will be e-mailed. The application returns to you once they have been submitted.`,
    done: msg`The documents are requested.`,
    deed: { action: 'documents_requested', text: msg`requested documents` },
  },
  reopen: {
    path: '/operator/applications/{id}/reopen',
    form: 'optional_documents',
    button: msg`Reopen`,
    tone: 'plain',
    title: msg`Reopen application`,
    explanation: (company: string) => t`${company} can submit the application again and will be e-mailed. You can request documents now; without any, it can be submitted as it is.`,
    done: msg`The application is reopened.`,
    deed: { action: 'reopened', text: msg`reopened the application` },
  },
  approve: {
    path: '/operator/applications/{id}/approve',
    form: 'note',
    button: msg`Approve`,
    tone: 'main',
    title: msg`Approve application`,
    explanation: (company: string) => t`${company} will be e-mailed. A seller can use all features once it has accepted the terms of a facility. You can request documents again later.`,
    warnsOfOpenWork: true,
    done: msg`The application is approved.`,
    deed: { action: 'approved', text: msg`approved the application` },
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
