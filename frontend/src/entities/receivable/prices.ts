import { useQuery } from '@tanstack/react-query'
import { call } from '@/api/client'
import { receivablesKey } from './api'

/** What being paid early comes to, for each business day until it cannot be any more. */
export function usePricesByDay(id: string) {
  return useQuery({ queryKey: [...receivablesKey, 'prices', id], queryFn: async () => (await call((client) => client.GET('/semi-private/receivables/{id}/prices', { params: { path: { id } } }))).data })
}
