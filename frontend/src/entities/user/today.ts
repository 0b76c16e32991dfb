import { useQuery } from '@tanstack/react-query'
import { addDays, isoDay } from '@/lib/dates'
import { userQuery } from './me'

/** Today for the business, which can be moved to try things out; else where one is. */
export function useToday(): string {
  const { data } = useQuery({ ...userQuery, enabled: false })
  return data?.businessTime?.slice(0, 10) ?? isoDay(new Date())
}

/** Days as an example for an invoice that is just being entered: issued today, due in a month. */
export function useInvoiceDays(): { issuedOn: string; dueOn: string } {
  const issuedOn = useToday()
  return { issuedOn, dueOn: addDays(issuedOn, 30) }
}
