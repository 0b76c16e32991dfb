import { t } from '@lingui/core/macro'
import { useEffect, type ReactNode } from 'react'
import { answerLeaving, askFirst, useHolds, useLeaving } from '@/lib/leaving'
import { NavigationGuard } from '@/lib/navigation'
import { Extra } from './extra'

/** Not in the entry. */
const dialog = () => import('./leave-dialog')

/** No screen below is left by a link or a key while something would be lost by it, unless the person agrees. */
export function LeaveGuard({ children }: { children: ReactNode }) {
  const holds = useHolds()
  const lost = useLeaving()
  useEffect(() => {
    // It is there when it is needed, with or without a connection.
    if (holds) void dialog().catch(() => undefined)
  }, [holds])
  useEffect(() => answerLeaving.stay, [])
  return (
    <NavigationGuard ask={askFirst}>
      {children}
      {lost ? <Extra load={dialog} props={{ lost }} instead={<PlainQuestion />} /> : null}
    </NavigationGuard>
  )
}

/** The dialog could not be loaded: the browser asks. */
function PlainQuestion() {
  useEffect(() => {
    if (window.confirm(t`Leave without saving?`)) answerLeaving.leave()
    else answerLeaving.stay()
  }, [])
  return null
}
