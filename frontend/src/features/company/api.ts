import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, type Schemas } from '@/api/client'
import type { TypedAccount } from '@/entities/company/account-schemes'
import { formatMoney } from '@/lib/money'

export type PayeeAccount = Schemas['PayeeAccountBody']

/** What is due to the company, in each currency; empty where nothing is. */
export const sumsOf = (due: PayeeAccount['due']) => due.map(({ amount, currency }) => formatMoney(amount, currency)).join(' + ')

const bankAccountQuery = queryOptions({
  queryKey: ['bank-account'],
  queryFn: async () => (await call((client) => client.GET('/semi-private/bank-account'))).data,
})

/** The account the company is paid to, and what is to take its place. */
export function useBankAccount() {
  return useQuery(bankAccountQuery)
}

/** What depends on the account: also after an error it may have been changed. */
function useLookAgain() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([queryClient.invalidateQueries({ queryKey: bankAccountQuery.queryKey }), queryClient.invalidateQueries({ queryKey: ['onboarding'] })])
}

/** Proposes another account. Answers what waits for approval; null where it counts at once. */
export function useChangeBankAccount() {
  const onSettled = useLookAgain()
  return useMutation({
    mutationFn: async ({ typed, seen }: { typed: TypedAccount; seen: Schemas['BankAccountBody'] }) => {
      const given = Object.fromEntries(Object.entries(typed).map(([field, value]) => [field, value.trim() || null]))
      const bankAccount = given as unknown as Schemas['BankAccountBody']
      const answer = await call((client) => client.PUT('/semi-private/bank-account', { body: { bankAccount, seen } }))
      // Without content where it counts at once, whatever the type says.
      return (answer as Partial<NonNullable<typeof answer>> | undefined)?.data?.approval ?? null
    },
    onSettled,
  })
}

export function useWithdrawChange() {
  const onSettled = useLookAgain()
  return useMutation({
    mutationFn: (id: string) => call((client) => client.POST('/semi-private/approvals/{id}/withdraw', { params: { path: { id } } })),
    onSettled,
  })
}
