import type { SmallField } from '@/ui/small-form'

const named = (name: string): SmallField => ({ name, kind: 'line', label: name })

/** The fields of the forms in which a line that waits is decided: what is refused of them is shown there. */
export const heldFields: readonly SmallField[] = ['on', 'valueOn', 'amount', 'name', 'iban', 'text', 'reason'].map(named)

/** What the server refuses of the decision as a whole. */
export const DECISION = named('decision')
