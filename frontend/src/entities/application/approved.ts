import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '@/api/client'
import { statusNumber } from './status'

/** Companies whose application is approved, by name; with words only those that they begin. */
export function useApproved(search: string) {
  return useQuery({
    queryKey: ['review', 'approved', search],
    queryFn: async () => (await call((client) => client.GET('/operator/applications', { params: { query: { status: statusNumber('approved'), sort: 'company', ...(search ? { search } : {}) } } }))).data.applications,
    placeholderData: keepPreviousData,
    retry: false,
  })
}
