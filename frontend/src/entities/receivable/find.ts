import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '@/api/client'

/** The company's invoices with this in their number, the one entered last first. A blank one asks nothing. */
export function useFindInvoices(number: string) {
  return useQuery({
    queryKey: ['receivables', 'find', number],
    queryFn: async () => (await call((client) => client.GET('/semi-private/receivables', { params: { query: { number } } }))).data,
    enabled: number !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
}

/** The receivables of all sellers with this in their number. A blank one asks nothing. */
export function useFindExamined(number: string) {
  return useQuery({
    queryKey: ['receivables', 'house', 'find', number],
    queryFn: async () => (await call((client) => client.GET('/operator/receivables', { params: { query: { number } } }))).data,
    enabled: number !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
}
