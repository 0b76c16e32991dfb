import { Button } from '@chakra-ui/react'
import { Notice } from '@/ui/notice'
import { CardPage } from '@/ui/page'
import { ThemeProvider } from '@/ui/provider'

/** The client came, its configuration or its texts did not: the one screen without a catalogue. */
export function StartFailure() {
  return (
    <ThemeProvider>
      <main>
        <CardPage title="Sooner cannot start">
          <Notice status="error">The server does not answer. Check your connection and try again.</Notice>
          <Button
            onClick={() => {
              location.reload()
            }}
          >
            Try again
          </Button>
        </CardPage>
      </main>
    </ThemeProvider>
  )
}
