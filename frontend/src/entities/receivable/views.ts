import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { receivableStatuses, type ReceivableStatus } from './statuses'

interface ReceivableView {
  label: MessageDescriptor
  /** None for all. */
  statuses: readonly ReceivableStatus[]
}

/** What a list of invoices is looked at by. */
export const receivableViews: readonly ReceivableView[] = [
  { label: msg({ message: 'All', context: 'invoices' }), statuses: [] },
  { label: msg({ message: 'Drafts', context: 'invoices' }), statuses: ['draft'] },
  { label: msg({ message: 'Submitted', context: 'invoices' }), statuses: ['submitted'] },
  { label: msg({ message: 'Offers', context: 'invoices' }), statuses: ['offered'] },
  { label: msg({ message: 'Sold', context: 'invoices' }), statuses: ['accepted', 'funded'] },
  { label: msg({ message: 'Closed', context: 'invoices' }), statuses: ['settled', 'charged_back', 'written_off'] },
  { label: msg({ message: 'Not sold', context: 'invoices' }), statuses: ['rejected', 'withdrawn', 'lapsed'] },
]

/** The same for a company that sells nothing of its own: what its buyers approved. */
export const suppliedViews: readonly ReceivableView[] = [
  { label: msg({ message: 'All', context: 'invoices' }), statuses: [] },
  { label: msg`Can’t be paid early yet`, statuses: ['submitted'] },
  { label: msg({ message: 'Offers', context: 'invoices' }), statuses: ['offered'] },
  { label: msg({ message: 'Sold', context: 'invoices' }), statuses: ['accepted', 'funded'] },
  { label: msg({ message: 'Closed', context: 'invoices' }), statuses: ['settled', 'charged_back', 'written_off'] },
  { label: msg`Not paid early`, statuses: ['rejected', 'withdrawn', 'lapsed'] },
]

/** The statuses an address asks for; those this version does not know are left out. */
export function statusesIn(asked: string | null): ReceivableStatus[] {
  const names = (asked ?? '').split(',')
  return receivableStatuses.codes.filter((code) => names.includes(code))
}

/** What lists of receivables are put in order by; else by when they were entered. */
export const receivableSorts = ['due', 'face'] as const
export type ReceivableSort = (typeof receivableSorts)[number]
