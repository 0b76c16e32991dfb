import { Stack } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schemas } from '@/api/client'
import { formatInstant } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { LinkButton } from '@/ui/link-button'
import { Notice } from '@/ui/notice'

interface AwaitingProps {
  waiting: Schemas['WaitingBody']
  company: string
  /** Where one came from. */
  back: string
}

/** Terms were proposed, and count once a colleague has approved them. */
export function Awaiting({ waiting, company, back }: AwaitingProps) {
  const { t } = useLingui()
  const until = formatInstant(waiting.expiresAt)
  return (
    <Stack gap="4" align="flex-start">
      <Notice status="info" title={t`Waiting for a second person`}>
        <Trans>{company} doesn’t see these terms yet. A colleague has to approve them before {until}.</Trans>
      </Notice>
      <Stack direction="row" gap="2" wrap="wrap">
        <LinkButton to={paths.approvals}>
          <Trans>Go to approvals</Trans>
        </LinkButton>
        <LinkButton to={back} variant="ghost">
          {back === paths.facilities ? <Trans>Go to facilities</Trans> : <Trans>Go to the facility</Trans>}
        </LinkButton>
      </Stack>
    </Stack>
  )
}
