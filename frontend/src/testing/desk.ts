import type { Schemas } from '@/api/client'

const sum = (currency: string, count: number, amount: number): Schemas['DeskSumBody'] => ({ currency, count, amount })

/** The end of a date, done but for what fails. */
const nothing = { count: 0, amount: 0 }

export function anEndOfDay(date: string, failure?: Schemas['EndOfDayFailureBody']): Schemas['EndOfDayBody'] {
  const done = { state: 'done', seen: 4, changed: 0, failures: 0, endedAt: `${date}T14:00:00Z` } as const
  const steps: Schemas['EndOfDayStepBody'][] = (['checks', 'lapse', 'letters', 'invoices', 'overdue', 'positions', 'balances'] as const).map((step) => ({ step, ...done }))
  return {
    date,
    state: failure ? 'failed' : 'done',
    startedAt: `${date}T14:00:00Z`,
    endedAt: `${date}T14:00:00Z`,
    steps: steps.map((step) => (failure && step.step === 'balances' ? { ...step, state: 'failed', failures: 1, failure } : step)),
  }
}

/** The desk on Friday, 4 September 2026: euro and dollars, something of everything. */
export function aDesk(changes: Partial<Schemas['DeskBody']> = {}): Schemas['DeskBody'] {
  return {
    date: '2026-09-04',
    toCheck: 3,
    limits: [
      { currency: 'EUR', inUse: 50_000_000, headroom: 150_000_000 },
      { currency: 'USD', inUse: 0, headroom: 9_000_000 },
    ],
    overdue: [{ currency: 'EUR', count: 3, amount: 1_500_000, oldestDueOn: '2026-07-05' }],
    ageing: [
      { currency: 'EUR', bucket: 'not_due', count: 2, amount: 900_000 },
      { currency: 'EUR', bucket: 'days_31_60', count: 3, amount: 1_500_000 },
    ],
    commitments: [{ ...sum('EUR', 2, 2_000_000), overdue: { count: 1, amount: 700_000 } }, { ...sum('USD', 3, 40_000), overdue: nothing }],
    weeks: [
      { from: '2026-09-04', to: '2026-09-06', due: [sum('EUR', 1, 300_000)] },
      ...['2026-09-07', '2026-09-14', '2026-09-21', '2026-09-28', '2026-10-05', '2026-10-12', '2026-10-19'].map((from, place) => ({
        from,
        to: ['2026-09-13', '2026-09-20', '2026-09-27', '2026-10-04', '2026-10-11', '2026-10-18', '2026-10-25'][place] ?? from,
        due: place === 1 ? [sum('EUR', 1, 600_000)] : [],
      })),
    ],
    payments: { payouts: [
        { currency: 'EUR', ready: { count: 2, amount: 1_600_000 }, proposed: { count: 1, amount: 40_000 }, stopped: { count: 3, amount: 90_000 } },
        { currency: 'USD', ready: { count: 1, amount: 70_000 }, proposed: nothing, stopped: nothing },
      ], suspense: [{ currency: 'EUR', amount: 5_000, receipts: 1, unexplained: 5_000, invoices: 0, early: 0 }] },
    fourEyes: true,
    waiting: 2,
    endsOfDays: { last: anEndOfDay('2026-09-03'), failed: [] },
    ...changes,
  }
}
