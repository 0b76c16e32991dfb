import { Box, Button, Flex, Heading, HStack, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { useWithdraw, type Ruling } from '@/entities/approval/api'
import { approvalStates, approvalTitle, decidedWith, type Approval } from '@/entities/approval/labels'
import { useHolders, useOperatorMay } from '@/entities/operator/api'
import { operatorRoles, type OperatorRight } from '@/entities/operator/roles'
import { useMe } from '@/entities/user/me'
import { formatAgo, formatInstant } from '@/lib/dates'
import { useNextFrame } from '@/lib/use-next-frame'
import { CodeBadge } from '@/ui/code-badge'
import { ClockIcon } from '@/ui/icons'
import { Question } from '@/ui/question'
import { Proposed } from './proposed'
import { UnknownChange } from './unknown-change'

interface ApprovalItemProps {
  approval: Approval
  /** One has begun to do something about it. */
  begun: () => void
  /** It is over, and how. */
  ended: (approval: Approval) => void
  /** It could not be done; answers whether the page says why. */
  failed: (error: unknown) => boolean
  /** Asks before deciding on it; the button gets the focus back. */
  decide: (verdict: Ruling['verdict'], button: HTMLElement) => void
}

/** What somebody proposed: what, who, until when, and what one can do about it. */
export function ApprovalItem({ approval, begun, ended, failed, decide }: ApprovalItemProps) {
  const { t } = useLingui()
  const { userDetails } = useMe()
  const [asks, setAsks] = useState(false)
  const opener = useRef<HTMLElement | null>(null)
  const nextFrame = useNextFrame()
  const withdraw = useWithdraw()
  const { id, state, allowedActions, proposedBy, decidedBy, proposedAt, expiresAt, decidedAt, note } = approval
  const title = approvalTitle(approval)
  const isMine = proposedBy?.id !== undefined && proposedBy.id === userDetails?.id
  const isWaiting = state === 'pending'
  const [proposed, until] = [formatAgo(proposedAt), formatInstant(expiresAt)]
  const name = isMine ? t`you` : (proposedBy?.name ?? t`an unknown person`)
  const right = decidedWith(approval.action)
  // What this version can’t describe is not decided on.
  const may = (action: Approval['allowedActions'][number]) => allowedActions.includes(action) && (action === 'withdraw' || right !== undefined)
  const takeBack = async () => {
    try {
      // Awaited, for it may be gone from the list before the answer is heard.
      ended(await withdraw.mutateAsync(id))
    } catch (error) {
      setAsks(false)
      failed(error)
    }
  }
  return (
    <Box as="li" borderTopWidth="1px" py={{ base: '5', md: '6' }}>
      <Stack gap="4">
        <Box>
          <Flex justify="space-between" align="flex-start" gap="3" wrap="wrap">
            <Heading as="h2" textStyle="part" overflowWrap="anywhere" minW="0" tabIndex={-1} data-list-item>
              {title}
            </Heading>
            {isWaiting ? null : <CodeBadge labels={approvalStates} code={state} />}
          </Flex>
          <Text textStyle="label" color="fg.muted" mt="1" title={formatInstant(proposedAt)}>
            <Trans>Proposed by {name} {proposed}</Trans>
          </Text>
          {isWaiting ? (
            <HStack textStyle="label" color="fg.muted" gap="1.5">
              <ClockIcon width="4" height="4" />
              <Text>
                <Trans>Pending until {until}</Trans>
              </Text>
            </HStack>
          ) : (
            <Ended state={state} by={decidedBy?.name} at={decidedAt} until={until} />
          )}
        </Box>
        <Proposed approval={approval} />
        {note ? (
          <Text borderStartWidth="2px" ps="3" whiteSpace="pre-line" overflowWrap="anywhere">
            {note}
          </Text>
        ) : null}
        {isWaiting && right && !may('approve') && !may('refuse') && !(isMine && approval.isOvertaken) ? <WhoDecides right={right} isMine={isMine} /> : null}
        {isWaiting && !right ? <UnknownChange /> : null}
        {asks ? (
          <Question
            size="sm"
            question={t`Withdraw this change?`}
            yes={<Trans>Withdraw change</Trans>}
            no={<Trans>Keep</Trans>}
            isBusy={withdraw.isPending}
            confirm={() => void takeBack()}
            leave={() => {
              setAsks(false)
              nextFrame(() => {
                opener.current?.focus()
              })
            }}
          />
        ) : allowedActions.length > 0 ? (
          <HStack wrap="wrap" gap="2">
            {may('approve') ? (
              <Button
                size="sm"
                onClick={({ currentTarget }) => {
                  decide('approve', currentTarget)
                }}
                aria-label={t({ message: `Approve: ${title}`, context: 'approval' })}
              >
                <Trans context="approval">Approve</Trans>
              </Button>
            ) : null}
            {may('refuse') ? (
              <Button
                size="sm"
                variant="outline"
                colorPalette="red"
                onClick={({ currentTarget }) => {
                  decide('refuse', currentTarget)
                }}
                aria-label={t`Refuse: ${title}`}
              >
                <Trans>Refuse</Trans>
              </Button>
            ) : null}
            {may('withdraw') ? (
              <Button
                ref={(button) => {
                  if (button) opener.current = button
                }}
                size="sm"
                variant="outline"
                aria-label={t`Withdraw: ${title}`}
                onClick={() => {
                  begun()
                  setAsks(true)
                }}
              >
                <Trans>Withdraw</Trans>
              </Button>
            ) : null}
          </HStack>
        ) : null}
      </Stack>
    </Box>
  )
}

/** How it ended. */
function Ended({ state, by, at, until }: { state: Approval['state']; by: string | undefined; at: string | null | undefined; until: string }) {
  const when = at ? formatInstant(at) : ''
  return (
    <Text textStyle="label" color="fg.muted" overflowWrap="anywhere">
      {state === 'expired' ? <Trans>Nobody decided before {until}</Trans> : by && when ? <Trans>Decided by {by}, {when}</Trans> : when}
      {state === 'outdated' ? (
        <>
          {' · '}
          <Trans>It no longer fitted and has to be proposed again</Trans>
        </>
      ) : null}
    </Text>
  )
}

/** Beside a change one cannot decide on: why not, and who can. */
function WhoDecides({ right, isMine }: { right: OperatorRight; isMine: boolean }) {
  const { role, names, isKnown } = useHolders(right)
  const mayOtherwise = useOperatorMay(right)
  const who = names.join(', ')
  const called = operatorRoles.labelOf(role)
  return (
    <Stack gap="0" textStyle="label" color="fg.muted" overflowWrap="anywhere">
      {isMine ? (
        <Text>
          <Trans>You proposed this, so another person has to approve it.</Trans>
        </Text>
      ) : mayOtherwise ? (
        <Text>
          <Trans>This concerns your own company. A colleague has to decide.</Trans>
        </Text>
      ) : null}
      <Text>
        {who ? (
          <Trans>Who can: {who}.</Trans>
        ) : isKnown ? (
          <Trans>At the moment no one else has the role {called}. An admin can give it to another person.</Trans>
        ) : (
          <Trans>Who can: operators with the role {called}.</Trans>
        )}
      </Text>
    </Stack>
  )
}
