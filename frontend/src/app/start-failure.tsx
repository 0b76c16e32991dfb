import { Button } from '@chakra-ui/react'
import { t } from '@lingui/core/macro'
import { Notice } from '@/ui/notice'
import { CardPage } from '@/ui/card-page'
import { ThemeProvider } from '@/ui/provider'

/** The client came, its configuration did not. */
export function StartFailure() {
  return (
    <ThemeProvider>
      <main>
        <CardPage title={t`Sooner can’t start`}>
          <Notice status="error">{t`The server isn’t responding. Check your connection and try again.`}</Notice>
          <Button
            onClick={() => {
              location.reload()
            }}
          >
            {t`Try again`}
          </Button>
        </CardPage>
      </main>
    </ThemeProvider>
  )
}
