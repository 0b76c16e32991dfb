/** The addresses of the screens. */
export const paths = {
  home: '/',
  signUp: '/sign-up',
  signIn: '/sign-in',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  secondFactor: '/second-factor',
  security: '/security',
  verifyPhone: '/verify-phone',
  verifyEmail: '/verify-email',
  dashboard: '/dashboard',
  onboarding: '/onboarding',
  buyers: '/buyers',
  company: '/company',
  review: '/review',
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

/** Where people begin: operators with the queue, everybody else with their company. */
export function start(role: 'member' | 'operator' | undefined): string {
  return role === 'operator' ? paths.review : paths.dashboard
}

/** Where to go after signing in: only a path of our own, never another site's address. */
export function afterSignIn(next: string | null, role: 'member' | 'operator' | undefined): string {
  return next && /^\/(?![/\\])/.test(next) ? next : start(role)
}
