import { t } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { toE164 } from '@/lib/phone-numbers'
import { chosen, required } from '@/lib/schemas'
import { email, name, newPassword } from './schemas'

const phone = { country: chosen, phone: z.string().check(z.trim(), z.minLength(1, required)) }

/** A number is valid for its country; an empty one is told apart by its own rule. */
const validPhone = <T extends { country: string; phone: string }>() =>
  z.refine<T>(({ phone, country }) => phone === '' || toE164(phone, country) !== null, { path: ['phone'], error: () => t`Enter a valid phone number for this country.` })

export const SignUpForm = z.object({ ...phone, email, password: newPassword, fname: name, lname: name }).check(validPhone())
/** The address is the invitation's. */
export const InvitationForm = z.object({ ...phone, password: newPassword, fname: name, lname: name }).check(validPhone())
export const PhoneForm = z.object(phone).check(validPhone())
