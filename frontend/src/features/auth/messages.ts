import { t } from '@lingui/core/macro'

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
