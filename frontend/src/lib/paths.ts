/** The addresses of the screens. */
export const paths = {
  home: '/',
  signUp: '/sign-up',
  signIn: '/sign-in',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  invitation: '/invitation',
  secondFactor: '/second-factor',
  security: '/security',
  verifyPhone: '/verify-phone',
  verifyEmail: '/verify-email',
  dashboard: '/dashboard',
  onboarding: '/onboarding',
  buyers: '/buyers',
  company: '/company',
  review: '/review',
  approvals: '/approvals',
  settings: '/settings',
  glossary: '/glossary',
} as const

/** Where one is signed in, on the screen of the account's security. */
export const sessionsPath = `${paths.security}#sessions`

/** A place in the onboarding form. */
export function onboardingStep(step: string, field?: string): string {
  return `${paths.onboarding}?step=${step}${field ? `#${encodeURIComponent(field)}` : ''}`
}

/** The address of a case. */
export function casePath(id: string): string {
  return `${paths.review}/${id}`
}

/** Who somebody is, as far as the way in depends on it. */
interface Whose {
  userDetails: { role: string }
  operator: { rights: readonly string[] }
}

/** Where people begin: operators with the queue, or with what waits for approval where they see no queue; everybody else with their company. */
export function start(me: Whose | null | undefined): string {
  if (me?.userDetails.role !== 'operator') return paths.dashboard
  return me.operator.rights.includes('read_applications') ? paths.review : paths.approvals
}

/** Where to go after signing in: only a path of our own, never another site's address. */
export function afterSignIn(next: string | null, me: Whose | null | undefined): string {
  return next && /^\/(?![/\\])/.test(next) ? next : start(me)
}
