import { t } from '@lingui/core/macro'
import { ApiError } from '@/api/client'

/** The customer's wording, to the letter; other languages say the same. */
export const messages = {
  welcome: (name: string) => t`Welcome back! ${name}`,
  wrongCredentials: () => t`Wrong credentials`,
  loginFailed: () => t`Invalid user email or password!`,
  failed: () => t`Error occurred! Try again later`,
  otpSent: (phone: string) => t`OTP has been sent to ${phone}`,
  phoneVerified: () => t`Phone number verified successfully!`,
  emailVerificationSent: (email: string) => t`Verification mail set to ${email}`,
} as const

/** What is said of a sign-in that failed. */
export function whySignInFailed(error: unknown): string {
  const isRefusal = error instanceof ApiError && error.status !== null && error.status >= 400 && error.status < 500
  return isRefusal ? messages.wrongCredentials() : messages.loginFailed()
}
