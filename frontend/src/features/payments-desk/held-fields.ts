/** The fields of a line that is entered by hand, of one that is known, and of one that is set aside. */
export const heldFields = ['on', 'valueOn', 'amount', 'direction', 'name', 'iban', 'text', 'reason'].map((name) => ({ name }))
