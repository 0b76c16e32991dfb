import { z } from 'zod'

export const required = 'This is required.'
export const email = z.string().trim().min(1, required).max(254, 'An e-mail address has at most 254 characters.').regex(/^\S+@\S+\.\S+$/, 'Enter an e-mail address such as name@example.com.')
/** A given or family name. */
export const name = z.string().trim().min(1, required).max(100, 'Use at most 100 characters.')
export const newPassword = z.string().min(12, 'Use at least 12 characters.').max(128, 'Use at most 128 characters.')
export const SignInForm = z.object({ email, password: z.string().min(1, required).max(128, 'Use at most 128 characters.') })
export const ForgotPasswordForm = z.object({ email })
export const ResetPasswordForm = z.object({ password: newPassword })
