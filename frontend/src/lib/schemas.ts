import { t } from '@lingui/core/macro'
import * as z from 'zod/mini'

// The content security policy allows no code made at run time.
z.config({ jitless: true })

export const required = { error: () => t`This is required.` }
export const atMost = (max: number) => z.maxLength(max, { error: () => t`Use at most ${max} characters.` })
/** One line of text, without the blanks around it. */
export const line = (most: number) => z.string().check(z.trim(), z.minLength(1, required), atMost(most))
/** The server's rule: plausible, and nothing that a mail server could take for a command. */
const ADDRESS = /^(?!\.)(?!.*\.\.)[a-z\d.!#$%&'*+/=?^_`{|}~-]{1,64}(?<!\.)@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?<!\d)$/i
/** One e-mail address. */
export const emailAddress = z
  .string()
  .check(z.trim(), z.minLength(1, required), atMost(254), z.regex(ADDRESS, { error: () => t`Enter an e-mail address such as name@example.com.` }))
/** One of a list. */
export const chosen = z.string().check(z.minLength(1, required))
