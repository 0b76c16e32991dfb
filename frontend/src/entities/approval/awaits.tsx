import { Trans, useLingui } from '@lingui/react/macro'
import type { Schemas } from '@/api/client'
import { formatInstant } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { Notice } from '@/ui/notice'
import { TextLink } from '@/ui/text-link'

/** What was asked for waits for a second person; nothing was done yet. */
export function Awaits({ waiting: { expiresAt } }: { waiting: Schemas['WaitingBody'] }) {
  const { t } = useLingui()
  const until = formatInstant(expiresAt)
  return (
    <Notice status="info" title={t`Waiting for a second person`}>
      <Trans>Nothing has been done yet. A colleague has to approve it before {until}.</Trans>{' '}
      <TextLink to={paths.approvals}>
        <Trans>Show approvals</Trans>
      </TextLink>
    </Notice>
  )
}
