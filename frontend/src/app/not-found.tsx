import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@/lib/paths'
import { LinkButton } from '@/ui/link-button'
import { CardPage } from '@/ui/card-page'

export default function NotFound() {
  const { t } = useLingui()
  return (
    <CardPage title={t`Page not found`} lead={t`The address may be mistyped, or the page has moved.`}>
      <LinkButton to={paths.home}><Trans>Go to home page</Trans></LinkButton>
    </CardPage>
  )
}
