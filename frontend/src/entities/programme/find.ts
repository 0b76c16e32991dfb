import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '@/api/client'

/** The company's payables with this in their number, the one entered last first. A blank one asks nothing. */
export function useFindPayables(number: string) {
  return useQuery({
    queryKey: ['receivables', 'payables', 'find', number],
    queryFn: async () => (await call((client) => client.GET('/semi-private/payables', { params: { query: { number } } }))).data,
    enabled: number !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
}
