import { Link, Text } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { config } from '@/lib/config'

/** What a new account accepts. The server keeps the addresses of both pages with the time. */
export function Consent() {
  const { name, termsUrl, privacyUrl } = config().house
  return (
    <Text textStyle="label" color="fg.muted">
      <Trans>
        By signing up, you accept the <Page to={termsUrl}>terms of use</Page> of {name}. The <Page to={privacyUrl}>privacy notice</Page> says what happens with your data.
      </Trans>
    </Text>
  )
}

/** Beside the form, so that nothing typed is left. */
function Page({ to, children }: { to: string; children?: ReactNode }) {
  return (
    <Link href={to} target="_blank" rel="noopener" variant="underline" color="inherit">
      {children}
    </Link>
  )
}
