import { msg } from '@lingui/core/macro'
import { text } from './i18n'

const [inFactoring, inProgramme] = [msg({ message: 'Discount', context: 'price' }), msg({ message: 'Discount', context: 'programme' })]

/** What the charge for the time is called, by the kind of the agreement: other languages have one word for it in factoring, and another in a programme. */
export const discountWord = (kind: string | null | undefined): string => text(kind === 'reverse_factoring' ? inProgramme : inFactoring)
