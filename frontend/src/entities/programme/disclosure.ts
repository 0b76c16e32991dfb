import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, type Schemas } from '@/api/client'
import { receivablesKey } from '@/entities/receivable/api'

export type Disclosure = Schemas['DisclosureBody']
export type DisclosedPayable = Schemas['DisclosedPayableBody']

/** From the first day to the last; without them of the last whole calendar year. */
export interface DisclosurePeriod {
  from: string | null
  to: string | null
}

/** What the company discloses of its programmes, by currency. */
export function useDisclosure({ from, to }: DisclosurePeriod) {
  const query = { ...(from ? { from } : {}), ...(to ? { to } : {}) }
  return useQuery({
    // Beside the receivables: what changes one of them changes this.
    queryKey: [...receivablesKey, 'disclosure', query],
    queryFn: () => call((client) => client.GET('/semi-private/programme/disclosure', { params: { query } })),
    placeholderData: keepPreviousData,
  })
}

interface Figure {
  label: MessageDescriptor
  /** Of one payable, or of all: what goes away is below zero. */
  of: (figures: Schemas['DisclosedFiguresBody']) => number
}

/** Every figure of the report, in one place for the sums, the payables behind them and the file. */
export const disclosedFigures = {
  openingOwed: { label: msg`Owed at the start`, of: ({ opening }) => opening.owed },
  openingPaidEarly: { label: msg`Owed at the start, supplier already paid`, of: ({ opening }) => opening.paidEarly },
  openingOutside: { label: msg`Outside the programme at the start`, of: ({ opening }) => opening.outside },
  confirmed: { label: msg({ message: 'Approved', context: 'payables' }), of: ({ confirmed }) => confirmed },
  paid: { label: msg`Paid to us`, of: ({ paid }) => 0 - paid },
  credited: { label: msg`Credit notes`, of: ({ credited }) => 0 - credited },
  corrected: { label: msg`Corrections`, of: ({ corrected }) => 0 - corrected },
  waived: { label: msg`Small rest we closed`, of: ({ waived }) => 0 - waived },
  leftToBuyer: { label: msg`Due without early payment: you pay your supplier`, of: ({ leftToBuyer }) => 0 - leftToBuyer },
  closingOwed: { label: msg`Owed at the end`, of: ({ closing }) => closing.owed },
  closingPaidEarly: { label: msg`Owed at the end, supplier already paid`, of: ({ closing }) => closing.paidEarly },
  closingNotPaidEarly: { label: msg`Owed at the end, supplier not paid yet`, of: ({ closing }) => closing.owed - closing.paidEarly },
  closingOutside: { label: msg`Outside the programme at the end`, of: ({ closing }) => closing.outside },
} satisfies Record<string, Figure>

export type DisclosedFigure = keyof typeof disclosedFigures

export const disclosedFigureIds = Object.keys(disclosedFigures) as DisclosedFigure[]

export const isDisclosedFigure = (id: string): id is DisclosedFigure => Object.hasOwn(disclosedFigures, id)
