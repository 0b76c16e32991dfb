import { useQuery } from '@tanstack/react-query'
import { isoDay } from '@/lib/dates'
import { userQuery } from './me'

/** Today for the business, which can be moved to try things out; else where one is. */
export function useToday(): string {
  const { data } = useQuery({ ...userQuery, enabled: false })
  return data?.businessTime?.slice(0, 10) ?? isoDay(new Date())
}
