import { z } from 'zod'
import { toE164 } from '@/lib/countries'
import { email, name, newPassword, required } from './schemas'

const phone = z.object({ country: z.string().min(1, required), phone: z.string().trim().min(1, required) })

const validPhone = (value: { country: string; phone: string }, context: z.RefinementCtx) => {
  if (value.phone && !toE164(value.phone, value.country)) {
    context.addIssue({ code: 'custom', path: ['phone'], message: 'Enter a valid phone number for this country.' })
  }
}

export const SignUpForm = phone.extend({ email, password: newPassword, fname: name, lname: name }).superRefine(validPhone)
export const PhoneForm = phone.superRefine(validPhone)
