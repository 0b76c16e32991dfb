import { lazy } from 'react'
import { Route, Switch } from '@/lib/navigation'
import { advicePath, paths } from '@/lib/paths'

const Advice = lazy(() => import('@/features/payments/advice-page'))
const Statements = lazy(() => import('@/features/payments/statements-page'))

/** What a company is told in writing of what it was paid. */
export default function PaidInWriting() {
  return (
    <Switch>
      <Route path={advicePath(':batch')} component={Advice} />
      <Route path={`${paths.payments}/statements`} component={Statements} />
    </Switch>
  )
}
