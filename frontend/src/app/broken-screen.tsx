import { Button, HStack } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@/lib/paths'
import { LinkButton } from '@/ui/link-button'
import { Notice } from '@/ui/notice'
import { CardPage } from '@/ui/page'

/** Instead of a screen that could not be loaded or shown; the rest of the page stays. */
export function BrokenScreen() {
  const { t } = useLingui()
  return (
    <CardPage title={t`This screen cannot be shown`}>
      <Notice status="error">
        <Trans>It could not be loaded, or something in it went wrong. What you saved is safe. Loading the page again often helps.</Trans>
      </Notice>
      <HStack wrap="wrap">
        <Button
          onClick={() => {
            location.reload()
          }}
        >
          <Trans>Load the page again</Trans>
        </Button>
        <LinkButton to={paths.home} variant="outline">
          <Trans>Go to the start</Trans>
        </LinkButton>
      </HStack>
    </CardPage>
  )
}
