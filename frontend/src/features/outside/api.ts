import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, type Schemas } from '@/api/client'

/** One invoice, as its debtor sees it. */
export type AskedInvoice = Schemas['AskedInvoiceBody']
export type DebtorAnswer = Schemas['AnswerKind']
export type DebtorAnswerBody = Schemas['DebtorAnswerBody']

const keyOf = (secret: string) => ['confirmation', secret] as const

/** What the link asks about. Reading it changes nothing. */
export function useAsked(secret: string) {
  return useQuery({
    queryKey: keyOf(secret),
    queryFn: async () => (await call((client) => client.GET('/confirmation', { params: { header: { 'Link-Secret': secret } } }))).data,
    enabled: secret !== '',
    // It is shown while a form is filled in.
    refetchOnWindowFocus: false,
    retry: false,
  })
}

/** Answers for the debtor; sent twice, the same answer counts once. */
export function useAnswer(secret: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (body: DebtorAnswerBody) => (await call((client) => client.POST('/confirmation', { params: { header: { 'Link-Secret': secret } }, body }))).data,
    onSuccess: (asked) => queryClient.setQueryData(keyOf(secret), asked),
  })
}

/** Whether the house wrote the letter with this code. */
export function useCheck() {
  return useMutation({ mutationFn: async (code: string) => (await call((client) => client.POST('/letters/check', { body: { code } }))).data })
}
