import { useQuery } from '@tanstack/react-query'
import { call, type Schemas } from '@/api/client'

export type FirstCash = Schemas['FirstCashBody']
export type FirstCashStep = Schemas['FirstCashStepBody']
export type SetUp = Schemas['SetUpBody']

/** Colleagues and the house go on meanwhile. */
const LOOK_EVERY_MS = 60_000

/** One's company's way to its first payout; null once it was paid. */
export function useFirstCash(enabled: boolean) {
  return useQuery({ queryKey: ['first-cash'], queryFn: async () => (await call((client) => client.GET('/semi-private/first-cash'))).data, refetchInterval: LOOK_EVERY_MS, enabled })
}

/** The same of a company, for the house. */
export function useCompanysFirstCash(id: string) {
  return useQuery({ queryKey: ['review', 'first-cash', id], queryFn: async () => (await call((client) => client.GET('/operator/companies/{id}/first-cash', { params: { path: { id } } }))).data })
}

/** What is to be set up for approved companies: one list behind every count of it. */
export function useSettingUp(enabled = true) {
  return useQuery({ queryKey: ['review', 'setting-up'], queryFn: async () => (await call((client) => client.GET('/operator/setting-up'))).data, refetchInterval: LOOK_EVERY_MS, enabled })
}

/** The server lists no more of each kind. */
const MOST_LISTED = 500

/** How many there are, as far as they are listed. */
export const countText = (count: number): string => (count < MOST_LISTED ? String(count) : `${MOST_LISTED}+`)
