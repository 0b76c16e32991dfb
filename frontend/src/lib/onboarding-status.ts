import { onboardingStep, paths } from './paths'

export type OnboardingStatus = 0 | 1 | 2 | 3 | 4

interface StatusText {
  title: string
  description: string
  /** What the person can do now, and where. */
  next?: { label: string; to: string }
}

/** What each status means, in the customer's words. A status without a text does not compile. */
export const statusTexts: Record<OnboardingStatus, StatusText> = {
  0: {
    title: 'Onboarding not yet completed',
    description: 'Form not filled; complete it to get started with factoring and reverse-factoring',
    next: { label: 'Fill in the form', to: paths.onboarding },
  },
  1: { title: 'Documents verification pending', description: 'Wait for further instructions' },
  2: { title: 'Onboarding approved', description: 'All features usable' },
  3: { title: 'Onboarding disapproved', description: 'Contact support' },
  4: {
    title: 'Docs are missing',
    description: 'Provide missing documents',
    next: { label: 'Provide the documents', to: onboardingStep('documents') },
  },
}

/** The status a number stands for; a missing one is 0. */
export function toStatus(number: number | null | undefined): OnboardingStatus {
  return number === 1 || number === 2 || number === 3 || number === 4 ? number : 0
}
