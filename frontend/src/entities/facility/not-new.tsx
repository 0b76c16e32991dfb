import { useFacilities, type Facility } from './api'
import { facilityKinds, facilityStatuses, programmeMeanings } from './labels'
import { text } from '@/lib/i18n'
import { Notice } from '@/ui/notice'

/** From what takes something new to what is over. */
const standings: readonly Facility['status'][] = ['active', 'suspended', 'closed']

/** The agreements under which nothing new is bought any more: suspended ones, and closed ones that none took the place of. */
export function notNew(facilities: readonly Facility[], kind: Facility['kind']): Facility[] {
  const own = facilities.filter((facility) => facility.kind === kind && standings.includes(facility.status))
  return [...new Set(own.map(({ currency }) => currency))].flatMap((currency) => {
    const inCurrency = own.filter((facility) => facility.currency === currency)
    const first = standings.flatMap((status) => inCurrency.find((facility) => facility.status === status) ?? [])[0]
    return first && first.status !== 'active' ? [first] : []
  })
}

/** What it means for the company, in words. */
export function notNewText({ kind, status }: Pick<Facility, 'kind' | 'status'>): string {
  const means = kind === 'reverse_factoring' ? programmeMeanings.find(status) : facilityStatuses.find(status)?.means
  return means ? text(means) : ''
}

interface NotNewProps {
  kind: Facility['kind']
}

/** That nothing new is bought under an agreement, where others would promise that it is. */
export function NotNew({ kind }: NotNewProps) {
  const { data = [] } = useFacilities()
  return notNew(data, kind).map((facility) => (
    <Notice key={facility.id} status="warning" title={`${facilityKinds.labelOf(kind)} · ${facility.currency}: ${facilityStatuses.labelOf(facility.status)}`}>
      {notNewText(facility)}
    </Notice>
  ))
}
