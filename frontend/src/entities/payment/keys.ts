export const payoutsKey = ['payouts'] as const
export const receiptsKey = ['receipts'] as const
export const statementsKey = ['bank-statements'] as const
export const openLinesKey = ['bank-lines'] as const
export const heldLinesKey = ['held-lines'] as const
export const fundsKey = ['funds'] as const
export const creditsKey = ['debtor-credits'] as const

/** What shows money: it may be out of date once some moved. */
export const moneyKeys: readonly (readonly string[])[] = [payoutsKey, receiptsKey, statementsKey, openLinesKey, heldLinesKey, fundsKey, creditsKey, ['receivables'], ['ledger'], ['approvals']]
