import { Trans, useLingui } from '@lingui/react/macro'
import { formatDay } from '@/lib/dates'
import { Notice } from '@/ui/notice'
import { useStops } from './api'
import { stopsText } from './labels'

/** Why nothing is paid out to the company now of what it sells; null where nothing stops that. */
export function useWhyStopped(): string | null {
  const stops = useStops()
  return stops.length > 0 ? stopsText({ stops: [...stops] }) : null
}

/** When an offer is paid, as a part of a sentence: no day while something stops it. */
export function useWhenPaid(): (day: string) => string {
  const { t } = useLingui()
  const why = useWhyStopped()
  return (day) => {
    const on = formatDay(day)
    return why ? t`It waits: ${why}` : t`on ${on}`
  }
}

/** That what is sold now is not paid out yet, before it is sold. */
export function Stopped() {
  const { t } = useLingui()
  const why = useWhyStopped()
  return why ? (
    <Notice status="warning" title={t`Payouts to your company wait`}>
      <Trans>{why} What you sell now waits, too.</Trans>
    </Notice>
  ) : null
}
