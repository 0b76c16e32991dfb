import { isWaiting, useDuePayments } from './api'
import { stopsText } from './labels'

/** Why all that is due to the company waits; nothing where something of it does not. Unknown until it was asked. */
export function useWaits(enabled: boolean): { isKnown: boolean; stops?: string } {
  const { data, isPending } = useDuePayments(enabled)
  const [first] = data?.every(isWaiting) ? data : []
  return { isKnown: !isPending, ...(first ? { stops: stopsText(first) } : {}) }
}
