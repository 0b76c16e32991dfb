import * as z from 'zod/mini'

export const required = 'This is required.'
/** One line of text, without the blanks around it. */
export const line = (most: number) => z.string().check(z.trim(), z.minLength(1, required), z.maxLength(most, `Use at most ${most} characters.`))
/** One of a list. */
export const chosen = z.string().check(z.minLength(1, required))
