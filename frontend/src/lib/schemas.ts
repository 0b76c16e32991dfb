import { t } from '@lingui/core/macro'
import * as z from 'zod/mini'

// The content security policy allows no code made at run time.
z.config({ jitless: true })

export const required = { error: () => t`This is required.` }
export const atMost = (max: number) => z.maxLength(max, { error: () => t`Use at most ${max} characters.` })
/** One line of text, without the blanks around it. */
export const line = (most: number) => z.string().check(z.trim(), z.minLength(1, required), atMost(most))
/** One of a list. */
export const chosen = z.string().check(z.minLength(1, required))
