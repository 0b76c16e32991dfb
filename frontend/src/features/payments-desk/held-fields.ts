import type { SmallField } from '@/ui/small-form'

/** The fields of the forms in which a line that waits is decided: what is refused of them is shown there. */
export const heldFields: readonly SmallField[] = ['on', 'valueOn', 'amount', 'name', 'iban', 'text', 'reason'].map((name) => ({ name, kind: 'line', label: name }))
