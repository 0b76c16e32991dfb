import { useEffect, useRef } from 'react'
import { useReceipts } from '@/entities/payment/house'
import { useNavigate } from '@/lib/navigation'
import { keys, useKeys } from '@/ui/keys'
import { addressOf, matchingPath } from './views'

/** The way from one unexplained receipt to the others, also by keys. */
export function useWay(id: string) {
  const query = useReceipts(true)
  const navigate = useNavigate()
  const ids = query.data?.pages.flatMap((page) => page.data.map((one) => one.id)) ?? []
  const place = ids.indexOf(id)
  const isThere = useRef(true)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])
  /** The one below, also where that is on the next page. */
  const below = async () => {
    const next = ids[place + 1]
    if (next || !query.hasNextPage) return next
    const { data } = await query.fetchNextPage()
    return data?.pages.flatMap((page) => page.data.map((one) => one.id)).find((one) => one !== id && !ids.includes(one))
  }
  const goDown = async (rest: string | undefined, isExplained: boolean) => {
    const next = (await below()) ?? rest
    // Who has gone elsewhere by now stays there.
    if (!isThere.current) return
    if (next) navigate(matchingPath(next), { replace: isExplained })
    else if (isExplained) navigate(addressOf('unexplained'), { replace: true })
  }
  useKeys({
    [keys.next.press]: () => void goDown(undefined, false),
    [keys.previous.press]: () => {
      const above = ids[place - 1]
      if (above) navigate(matchingPath(above))
    },
    [keys.back.press]: () => {
      navigate(addressOf('unexplained'))
    },
  })
  return {
    query,
    /** Once this one is explained: to the one below, else to the first that is left, else to the list. */
    goOn: () => void goDown(ids.find((one) => one !== id), true),
  }
}
