import { Button } from '@chakra-ui/react'
import { Global } from '@emotion/react'
import { Trans } from '@lingui/react/macro'

/** Around a report on paper: nothing. */
const ON_PAPER = { '@media print': { ':root :is(aside, nav, header, footer, [data-not-on-paper])': { display: 'none' } } }

/** Makes a screen one that can be printed. */
export function OnPaper() {
  return <Global styles={ON_PAPER} />
}

/** Prints the screen. */
export function PrintButton() {
  return (
    <Button
      variant="outline"
      size="sm"
      onClick={() => {
        window.print()
      }}
    >
      <Trans>Print</Trans>
    </Button>
  )
}
