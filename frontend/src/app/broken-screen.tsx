import { Button, HStack } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@/lib/paths'
import { LinkButton } from '@/ui/link-button'
import { Notice } from '@/ui/notice'
import { CardPage } from '@/ui/card-page'

/** Instead of a screen that could not be loaded or shown; the rest of the page stays. */
export function BrokenScreen() {
  const { t } = useLingui()
  return (
    <CardPage title={t`We can’t show this page`}>
      <Notice status="error">
        <Trans>Something went wrong on this page. What you saved is safe. Reload the page.</Trans>
      </Notice>
      <HStack wrap="wrap">
        <Button
          onClick={() => {
            location.reload()
          }}
        >
          <Trans>Reload page</Trans>
        </Button>
        <LinkButton to={paths.home} variant="outline">
          <Trans>Go to home page</Trans>
        </LinkButton>
      </HStack>
    </CardPage>
  )
}
