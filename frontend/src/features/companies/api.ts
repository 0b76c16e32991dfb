import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, type Schemas } from '@/api/client'
import type { paths } from '@/api/schema'

export type Entry = Schemas['QueueEntryBody']
export type Company = Schemas['CompanyFileBody']
type Filter = NonNullable<paths['/operator/applications']['get']['parameters']['query']>

/** Companies by their names: those whose application has this status, or those that are found by words. */
export function useCompanies(filter: Pick<Filter, 'status' | 'search' | 'cursor'>) {
  const query: Filter = { ...filter, sort: 'company' }
  return useQuery({
    queryKey: ['review', 'companies', query],
    queryFn: async () => (await call((client) => client.GET('/operator/applications', { params: { query } }))).data,
    placeholderData: keepPreviousData,
  })
}

/** One company, its application and who belongs to it. */
export function useCompany(id: string) {
  return useQuery({
    queryKey: ['review', 'company', id],
    queryFn: async () => (await call((client) => client.GET('/operator/companies/{id}', { params: { path: { id } } }))).data,
    retry: false,
  })
}
