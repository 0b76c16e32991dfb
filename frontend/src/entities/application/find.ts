import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '@/api/client'

/** An operator's search over all applications: company, person, e-mail address or number. A blank one asks nothing. */
export function useFindApplications(search: string) {
  return useQuery({
    queryKey: ['review', 'find', search],
    queryFn: async () => (await call((client) => client.GET('/operator/applications', { params: { query: { search } } }))).data.applications,
    enabled: search !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
}
