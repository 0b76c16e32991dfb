import { useLingui } from '@lingui/react/macro'
import { failure } from '@/api/errors'
import { useApplication } from '@/entities/application/api'
import { WhoCan } from '@/entities/team/who-can'
import { Failure } from '@/ui/failure'
import { LoadingPage } from '@/ui/loading'
import { Page } from '@/ui/page'
import { Buyers } from './buyers'

/** The companies one invoices, on a screen of their own. */
export default function BuyersPage() {
  const { t } = useLingui()
  const { data: application, error } = useApplication()
  if (!application && !error) return <LoadingPage />
  const allowed = application?.allowedActions ?? []
  return (
    <Page title={t`Buyers`} lead={t`The companies you invoice. We can buy invoices to those we approved, as far as our limits for them go.`}>
      <Failure {...failure(error)} />
      <WhoCan right="name_buyers" />
      <Buyers mayAdd={allowed.includes('add_buyers')} mayEdit={allowed.includes('edit_buyers')} />
    </Page>
  )
}
