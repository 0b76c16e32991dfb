/** The customer's wording, to the letter. */
export const messages = {
  welcome: (name: string) => `Welcome back! ${name}`,
  wrongCredentials: 'Wrong credentials',
  loginFailed: 'Invalid user email or password!',
  failed: 'Error occurred! Try again later',
  otpSent: (phone: string) => `OTP has been sent to ${phone}`,
  phoneVerified: 'Phone number verified successfully!',
  emailVerificationSent: (email: string) => `Verification mail set to ${email}`,
} as const
