import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, type Schemas } from '@/api/client'

/** A price that binds nobody. */
export type Quote = Schemas['PriceBody']
export type Advertised = Schemas['AdvertisedBody']
type Wanted = Schemas['WantedBody']
type ThoughtOf = Schemas['ThoughtOfBody']

/** The kinds and currencies that anybody may ask the price of. */
export function useAdvertised() {
  return useQuery({ queryKey: ['advertised'], queryFn: async () => (await call((client) => client.GET('/quote'))).data, staleTime: 3_600_000, retry: false })
}

/** What the advertised terms come to; null asks nothing. */
export function useAdvertisedQuote(wanted: Wanted | null) {
  return useQuery({
    queryKey: ['advertised-quote', wanted],
    queryFn: async () => {
      if (!wanted) throw new Error('Nothing is asked')
      return (await call((client) => client.POST('/quote', { body: wanted }))).data.offer
    },
    enabled: wanted !== null,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  })
}

/** What an invoice that is not entered yet comes to under the company's own terms; null asks nothing. */
export function useOwnQuote(invoice: ThoughtOf | null) {
  return useQuery({
    queryKey: ['own-quote', invoice],
    queryFn: async () => {
      if (!invoice) throw new Error('Nothing is asked')
      return (await call((client) => client.POST('/semi-private/quote', { body: invoice }))).data.offer
    },
    enabled: invoice !== null,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  })
}
