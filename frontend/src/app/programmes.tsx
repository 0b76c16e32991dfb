import { lazy } from 'react'
import PayablePage from '@/features/payables/payable-page'
import PayablesPage from '@/features/payables/payables-page'
import { Route, Switch } from '@/lib/navigation'
import { paths } from '@/lib/paths'

// Opened when somebody is invited, and seldom with what is to be paid.
const SuppliersPage = lazy(() => import('@/features/suppliers/suppliers-page'))
// A form of its own, with what checks it.
const NewPayable = lazy(() => import('@/features/payables/new-payable'))
// Opened now and then.
const ImportPayables = lazy(() => import('@/features/payables/import-payables'))
const ImportSuppliers = lazy(() => import('@/features/suppliers/import-suppliers'))
// Opened once or twice a year.
const DisclosurePage = lazy(() => import('@/features/payables/disclosure-page'))

/** The screens of a buyer with a programme, which come together but for its forms: who opens one goes on to the next. */
export default function Programmes() {
  return (
    <Switch>
      <Route path={paths.suppliers} component={SuppliersPage} />
      <Route path={`${paths.suppliers}/import`} component={ImportSuppliers} />
      <Route path={paths.payables} component={PayablesPage} />
      <Route path={paths.newPayable} component={NewPayable} />
      <Route path={`${paths.payables}/import`} component={ImportPayables} />
      <Route path={paths.disclosure} component={DisclosurePage} />
      <Route path={`${paths.payables}/:id`} component={PayablePage} />
    </Switch>
  )
}
