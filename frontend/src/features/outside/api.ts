import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, type Schemas } from '@/api/client'

/** One invoice, as its debtor sees it. */
export type AskedInvoice = Schemas['AskedInvoiceBody']
export type DebtorAnswer = Schemas['AnswerKind']
export type DebtorAnswerBody = Schemas['DebtorAnswerBody']

const keyOf = (token: string) => ['confirmation', token] as const

/** What the link asks about. Reading it changes nothing. */
export function useAsked(token: string) {
  return useQuery({
    queryKey: keyOf(token),
    queryFn: async () => (await call((client) => client.GET('/confirmations/{token}', { params: { path: { token } } }))).data,
    enabled: token !== '',
    // It is shown while a form is filled in.
    refetchOnWindowFocus: false,
    retry: false,
  })
}

/** Answers for the debtor; sent twice, the same answer counts once. */
export function useAnswer(token: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (body: DebtorAnswerBody) => (await call((client) => client.POST('/confirmations/{token}', { params: { path: { token } }, body }))).data,
    onSuccess: (asked) => queryClient.setQueryData(keyOf(token), asked),
  })
}

/** Whether the house wrote the letter with this code. */
export function useCheck() {
  return useMutation({ mutationFn: async (code: string) => (await call((client) => client.POST('/letters/check', { body: { code } }))).data })
}
