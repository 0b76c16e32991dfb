import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { onboardingStep, paths } from './paths'

export type OnboardingStatus = 0 | 1 | 2 | 3 | 4

interface StatusText {
  title: MessageDescriptor
  description: MessageDescriptor
  /** What comes next, whoever has to do it. */
  nextStep: MessageDescriptor
  /** What the person can do now, and where. */
  next?: { label: MessageDescriptor; to: string }
}

/** What each status means, in the customer's words. A status without a text does not compile. */
export const statusTexts: Record<OnboardingStatus, StatusText> = {
  0: {
    title: msg`Onboarding not yet completed`,
    description: msg`Form not filled; complete it to get started with factoring and reverse-factoring`,
    nextStep: msg`Next: fill in the form and upload the documents.`,
    next: { label: msg`Fill in the form`, to: paths.onboarding },
  },
  1: {
    title: msg`Documents verification pending`,
    description: msg`Wait for further instructions`,
    nextStep: msg`Next: a person looks at your documents. You have nothing to do; the answer comes by mail and shows here.`,
  },
  2: {
    title: msg`Onboarding approved`,
    description: msg`All features usable`,
    nextStep: msg`Next: keep your list of buyers up to date, so that their invoices can be financed.`,
  },
  3: {
    title: msg`Onboarding disapproved`,
    description: msg`Contact support`,
    nextStep: msg`Next: read the reasons on the dashboard, and write to support if something was overlooked.`,
  },
  4: {
    title: msg`Docs are missing`,
    description: msg`Provide missing documents`,
    nextStep: msg`Next: upload what the reviewer asked for, and submit again.`,
    next: { label: msg`Provide the documents`, to: onboardingStep('documents') },
  },
}

/** The status a number stands for; a missing one is 0. */
export function toStatus(number: number | null | undefined): OnboardingStatus {
  return number === 1 || number === 2 || number === 3 || number === 4 ? number : 0
}
