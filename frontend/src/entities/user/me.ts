import { queryOptions, useQuery } from '@tanstack/react-query'
import { call, callOnce, type Schemas } from '@/api/client'

export type Me = Schemas['MeBody']

/** Who is signed in. */
export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async () => (await call((client) => client.GET('/semi-private/user'))).data,
})

/** Whose a token is. */
export async function fetchMe(token: string): Promise<Me> {
  return (await callOnce((client) => client.GET('/semi-private/user', { headers: { authorization: `Bearer ${token}` } }))).data
}

/** The account, the company and the buyers that wait for approval, for screens behind sign-in. */
export function useMe() {
  const { data } = useQuery({ ...userQuery, enabled: false })
  return { userDetails: data?.userDetails, companyDetails: data?.companyDetails, pendingBuyersArray: data?.pendingBuyers ?? [], membership: data?.membership, me: data }
}
