import { msg, t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { call, type Schemas } from '@/api/client'
import { discountWord } from '@/lib/discount'
import { labels } from '@/lib/codes'

export type BatchAdvice = Schemas['BatchAdviceBody']
export type AdvisedTransfer = Schemas['AdvisedTransferBody']
export type AdvisedPayout = Schemas['AdvisedPayoutBody']
type AdvisedPart = Schemas['AdvicePartBody']

/** What each transfer of a batch to the company consists of. */
export function useAdvice(batch: string) {
  return useQuery({
    queryKey: ['payments', 'advice', batch],
    queryFn: async () => (await call((client) => client.GET('/semi-private/payments/advices/{batch}', { params: { path: { batch } } }))).data,
  })
}

/** Where the same is as a paper. */
export const advicePaper = (batch: string): string => `/semi-private/payments/advices/${batch}/paper`

/** What a part of a payout is. */
const adviceParts = labels<Schemas['AdvicePart']>({
  face: msg`Invoice amount`,
  reserve: msg({ message: 'Reserve', context: 'price' }),
  discount: msg({ message: 'Discount', context: 'price' }),
  service_fee: msg({ message: 'Service fee', context: 'price' }),
  payout_fee: msg`Payout fee`,
  tax: msg`Tax on fees`,
  late_charge: msg`Late charge`,
  passed_on: msg({ message: 'Money that was yours', context: 'payout' }),
  debt_returned: msg({ message: 'What you had paid of a debt that no longer exists', context: 'payout' }),
  buyer_share: msg({ message: 'Your share of the discount', context: 'payout' }),
  came_back: msg`Returned payout, sent again`,
  other: msg({ message: 'Other', context: 'advice' }),
})

/** The same as people read it: what is taken off at first is given back later. */
export function partLabel({ kind, amount }: AdvisedPart, { facilityKind }: Pick<AdvisedPayout, 'facilityKind'>): string {
  if (kind === 'reserve' && amount > 0) return t`Remaining reserve`
  if (kind === 'discount' && amount > 0) return t`Discount given back`
  return kind === 'discount' ? discountWord(facilityKind) : adviceParts.labelOf(kind)
}
