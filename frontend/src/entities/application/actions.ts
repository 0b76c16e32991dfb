import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { components } from '@/api/schema'

type AllowedAction = components['schemas']['AllowedAction']

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
  change_bank_account: {},
} as const satisfies Record<AllowedAction, ApplicantAction>

/** The onboarding screen on which what is allowed is done; null when there is nothing to do. */
export function onboardingScreen(allowed: AllowedAction[]): 'form' | 'documents' | null {
  const action = (Object.keys(applicantActions) as AllowedAction[]).find((one) => allowed.includes(one) && 'screen' in applicantActions[one])
  return (action && (applicantActions[action] as ApplicantAction).screen) ?? null
}
