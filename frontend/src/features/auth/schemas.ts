import { t } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { atMost, emailAddress as email, line, required } from '@/lib/schemas'

export { email }
/** A given or family name. */
export const name = line(100)
export const newPassword = z.string().check(z.minLength(12, { error: () => t`Use at least 12 characters.` }), atMost(128))
/** One that was chosen earlier: it only has to be there. */
const password = z.string().check(z.minLength(1, required), atMost(128))
export const SignInForm = z.object({ email, password })
export const PasswordForm = z.object({ password })
export const ForgotPasswordForm = z.object({ email })
export const ChangeEmailForm = z.object({ email })
/** The old one only has to be there: it was chosen by the rules of its time. */
export const ChangePasswordForm = z.object({ old: z.string().check(z.minLength(1, required), atMost(128)), new: newPassword })
export const ResetPasswordForm = z.object({ password: newPassword })
/** A code of an authenticator app, or a recovery code. */
export const CodeForm = z.object({ code: z.string().check(z.trim(), z.minLength(6, { error: () => t`Enter the six digits or a recovery code.` })) })
