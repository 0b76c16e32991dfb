import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, type Schemas } from '@/api/client'
import type { paths } from '@/api/schema'

export type Entry = Schemas['QueueEntryBody']
export type Company = Schemas['CompanyFileBody']
type Filter = NonNullable<paths['/operator/applications']['get']['parameters']['query']>

type CompanyFilter = Pick<Filter, 'status' | 'search' | 'cursor'>

/** A page of companies. */
export const readCompanies = async (filter: CompanyFilter) => (await call((client) => client.GET('/operator/applications', { params: { query: { ...filter, sort: 'company' } } }))).data

/** Companies by their names: those whose application has this status, or those that are found by words. */
export function useCompanies(filter: CompanyFilter) {
  return useQuery({
    queryKey: ['review', 'companies', filter],
    queryFn: () => readCompanies(filter),
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
