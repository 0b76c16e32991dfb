/** Where an unfinished buyer is kept. */
export const BUYER_DRAFT = 'buyerDraft'
