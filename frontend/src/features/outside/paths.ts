/** Where a letter is checked by its code. */
export const checkPath = '/check'
