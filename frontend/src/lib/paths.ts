/** The addresses of the screens. */
export const paths = {
  home: '/',
  signUp: '/sign-up',
  signIn: '/sign-in',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyPhone: '/verify-phone',
  verifyEmail: '/verify-email',
  dashboard: '/dashboard',
  onboarding: '/onboarding',
} as const

/** A place in the onboarding form. */
export function onboardingStep(step: string, field?: string): string {
  return `${paths.onboarding}?step=${step}${field ? `#${encodeURIComponent(field)}` : ''}`
}

/** Where to go after signing in: only a path of our own, never another site's address. */
export function safeNext(next: string | null): string {
  return next && /^\/(?![/\\])/.test(next) ? next : paths.dashboard
}
