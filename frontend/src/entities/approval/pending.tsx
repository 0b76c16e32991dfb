import { Box, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatAgo, formatInstant } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { Notice } from '@/ui/notice'
import { TextLink } from '@/ui/text-link'
import { useMe } from '@/entities/user/me'
import { useApprovalsAbout } from './api'
import { approvalTitle, type Approval } from './labels'

interface PendingProps {
  /** The debtor, receivable or facility. */
  about: string
  /** What exactly would change, where there is room to say it. */
  detail?: (approval: Approval) => ReactNode
}

/** What is proposed for one thing and waits for a second person; nothing where nothing does, or one may not see it. */
export function Pending({ about, detail }: PendingProps) {
  const { t } = useLingui()
  const { userDetails } = useMe()
  const waiting = useApprovalsAbout(about)
  return waiting.length === 0 ? null : (
    <Notice status="info" title={t`Waiting for a second person`}>
      <Stack gap="2">
        {waiting.map((approval) => {
          const { id, proposedBy, proposedAt, expiresAt } = approval
          const isMine = proposedBy !== null && proposedBy?.id === userDetails?.id
          const name = isMine ? t`you` : (proposedBy?.name ?? t`an unknown person`)
          const [proposed, until] = [formatAgo(proposedAt), formatInstant(expiresAt)]
          return (
            <Box key={id} overflowWrap="anywhere">
              <Text>{approvalTitle(approval)}</Text>
              {detail?.(approval)}
              <Text textStyle="label">
                <Trans>Proposed by {name} {proposed}</Trans>
                {' · '}
                <Trans>Pending until {until}</Trans>
              </Text>
            </Box>
          )
        })}
        <Text>
          <TextLink to={paths.approvals}>
            <Trans>Go to approvals</Trans>
          </TextLink>
        </Text>
      </Stack>
    </Notice>
  )
}
