import type { Receivable } from './api'
import { isCap } from './checks'

/** Offers that wait for colleagues of the reader, with those who can accept them. */
export interface Awaited {
  /** By id, to tell two people of one name apart. */
  ids: string[]
  names: string
  offers: Receivable[]
}

/** Whether its offer is for others to accept: of those that sell themselves, are disputed or held, or fit under no limit today, none waits. */
const isForOthers = ({ status, offer, allowedActions, acceptors, takesColleague, sellsItself, disputed, checks }: Receivable) =>
  status === 'offered' && Boolean(offer) && !disputed && !checks.some(isCap) && !sellsItself && !allowedActions.includes('accept') && (acceptors.length > 0 || takesColleague)

/** By who can accept them; those that nobody can come with no name. */
export function awaitedOf(receivables: readonly Receivable[]): Awaited[] {
  const groups = new Map<string, Awaited>()
  for (const receivable of receivables.filter(isForOthers)) {
    const ids = receivable.acceptors.map(({ id }) => id)
    const key = ids.join(' ')
    const group = groups.get(key) ?? { ids, names: receivable.acceptors.map(({ name }) => name).join(', '), offers: [] }
    groups.set(key, { ...group, offers: [...group.offers, receivable] })
  }
  return [...groups.values()]
}
