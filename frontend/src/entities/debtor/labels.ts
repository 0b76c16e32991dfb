import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { components } from '@/api/schema'
import { labels, type Badged } from '@/lib/codes'

type Schemas = components['schemas']
export type DebtorState = Schemas['DebtorState']

interface StateTexts extends Badged {
  /** What it means for what is bought. */
  means: MessageDescriptor
}

/** What the house makes of a debtor. */
export const debtorStates = labels<DebtorState, StateTexts>({
  open: { label: msg({ message: 'Open', context: 'debtor' }), palette: 'green', means: msg`We buy invoices to this debtor, up to its limits.` },
  watch: { label: msg({ message: 'Watched', context: 'debtor' }), palette: 'orange', means: msg`We verify every invoice to this debtor before we buy it.` },
  blocked: { label: msg({ message: 'Blocked', context: 'debtor' }), palette: 'red', means: msg`We buy no more invoices to this debtor. What we bought runs on.` },
})

/** What a debtor is registered as, from the API’s `DE:R:HRB12345`: `R` is a register of companies, `T` the tax office. */
export function registerEntry(legalEntity: string): string {
  const [country = '', register = '', ...rest] = legalEntity.split(':')
  const number = rest.join(':')
  return register === 'T' ? t`${country}, tax number ${number}` : `${country} ${number}`
}
