import { lazy } from 'react'
import { Route, Switch } from '@/lib/navigation'
import { paths } from '@/lib/paths'

const EInvoices = lazy(() => import('@/features/invoices/e-invoices/e-invoices-page'))
const ImportInvoices = lazy(() => import('@/features/invoices/import-invoices'))

/** The screens where a seller enters many invoices at once. */
export default function EnterMany() {
  return (
    <Switch>
      <Route path={paths.eInvoices} component={EInvoices} />
      <Route path={`${paths.invoices}/import`} component={ImportInvoices} />
    </Switch>
  )
}
