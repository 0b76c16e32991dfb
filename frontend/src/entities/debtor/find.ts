import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '@/api/client'

/** The debtors with this in their name, the one made last first. A blank one asks nothing. */
export function useFindDebtors(name: string) {
  return useQuery({
    queryKey: ['debtors', 'find', name],
    queryFn: async () => (await call((client) => client.GET('/operator/debtors', { params: { query: { name } } }))).data,
    enabled: name !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
}
