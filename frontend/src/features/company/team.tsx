import { Badge, Box, Button, Grid, HStack, Skeleton, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failure } from '@/api/errors'
import { useChangeRole, useInvitations, useInvite, useMembers, useRemoveMember, useWithdrawInvitation, type Invitation, type Member } from '@/entities/team/api'
import { useMay } from '@/entities/team/rights'
import { memberRoles } from '@/entities/team/roles'
import { WhoCan } from '@/entities/team/who-can'
import { after } from '@/lib/after'
import { formatAgo, formatInstant } from '@/lib/dates'
import { Failure } from '@/ui/failure'
import { Panel, Section } from '@/ui/page'
import { Select } from '@/ui/select-field'
import { toast } from '@/ui/toasts'
import { Invite } from './invite'

/** Who belongs to the company, and who was asked to. */
export function Team() {
  const { t } = useLingui()
  const { data: members, error } = useMembers()
  const mayManage = useMay('manage_members')
  const [isInviting, setInviting] = useState(false)
  return (
    <Section
      title={<Trans>Team</Trans>}
      lead={<Trans>Everyone who can sign in for this company, and what they may do.</Trans>}
      actions={
        mayManage && !isInviting ? (
          <Button
            variant="outline"
            onClick={() => {
              setInviting(true)
            }}
          >
            <Trans>Invite a colleague</Trans>
          </Button>
        ) : null
      }
    >
      {isInviting ? (
        <Invite
          close={() => {
            setInviting(false)
          }}
        />
      ) : null}
      <WhoCan right="manage_members" />
      {error ? <Failure {...failure(error)} /> : null}
      {!members && !error ? <Skeleton h="20" data-loading /> : null}
      {members ? (
        <Stack as="ul" listStyleType="none" gap="0" aria-label={t`Team`}>
          {members.map((member) => (
            <MemberRow key={member.id} member={member} />
          ))}
        </Stack>
      ) : null}
      {members && members.filter(({ rights }) => rights.includes('accept_offers')).length > 1 ? (
        <Text color="fg.muted" textStyle="label">
          <Trans>Several people approve for your company. Nobody can accept the offer for an invoice, or approve a payable, that they entered themselves.</Trans>
        </Text>
      ) : null}
      <Invitations mayManage={mayManage} />
    </Section>
  )
}

function MemberRow({ member }: { member: Member }) {
  const { t } = useLingui()
  const change = useChangeRole()
  const [isGoing, setGoing] = useState(false)
  const { id, name, email, role, isYou, lastSignInAt, allowedActions } = member
  const ago = lastSignInAt && formatAgo(lastSignInAt)
  const mayRemove = allowedActions.includes('remove')
  return (
    <Box as="li" py="3" borderTopWidth="1px" borderColor="border">
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 5fr) 13rem 6rem' }} columnGap="4" rowGap="2" alignItems="center">
        <Box minW="0">
          <HStack wrap="wrap" gap="2">
            <Text fontWeight="medium" overflowWrap="anywhere">{name}</Text>
            {isYou ? (
              <Badge colorPalette="green">
                <Trans>You</Trans>
              </Badge>
            ) : null}
          </HStack>
          <Text color="fg.muted" textStyle="label" overflowWrap="anywhere">
            {email} · {ago ? t`last signed in ${ago}` : t`not signed in yet`}
          </Text>
        </Box>
        {allowedActions.includes('change_role') ? (
          <Select
            aria-label={t`Role of ${name}`}
            value={role}
            options={memberRoles.options()}
            onChange={(event) => {
              after(change.mutateAsync({ id, role: event.target.value as Member['role'], seen: role }), () => { toast.success(t`Role changed`) })
            }}
          />
        ) : (
          <Text>{memberRoles.labelOf(role)}</Text>
        )}
        {mayRemove ? (
          <Button
            variant="outline"
            size="sm"
            justifySelf={{ base: 'start', md: 'end' }}
            aria-label={isYou ? t`Leave the company` : t`Remove ${name}`}
            aria-expanded={isGoing}
            onClick={() => {
              setGoing(true)
            }}
          >
            {isYou ? <Trans>Leave</Trans> : <Trans>Remove</Trans>}
          </Button>
        ) : null}
      </Grid>
      {isYou && !mayRemove ? (
        <Text color="fg.muted" textStyle="label" mt="1">
          <Trans>A company needs an owner: to leave or change your role, make someone else an owner first.</Trans>
        </Text>
      ) : null}
      <Failure {...failure(change.error)} />
      {isGoing ? <Going member={member} stay={() => { setGoing(false) }} /> : null}
    </Box>
  )
}

/** Asks before somebody goes. */
function Going({ member: { id, name, isYou }, stay }: { member: Member; stay: () => void }) {
  const { t } = useLingui()
  const remove = useRemoveMember()
  return (
    <Panel>
      <Stack gap="3" role="group" aria-label={isYou ? t`Leave the company` : t`Remove ${name}`}>
        <Text>
          {isYou ? (
            <Trans>You’ll be signed out everywhere and no longer see this company. To come back, you need a new invitation.</Trans>
          ) : (
            <Trans>{name} is signed out everywhere at once and no longer sees this company. We’ll let them know by e-mail.</Trans>
          )}
        </Text>
        <Failure {...failure(remove.error)} />
        <HStack gap="2" wrap="wrap">
          <Button
            autoFocus
            colorPalette="red"
            loading={remove.isPending}
            onClick={() => {
              after(remove.mutateAsync(id), () => { if (!isYou) toast.success(t`${name} was removed`) })
            }}
          >
            {isYou ? <Trans>Leave the company</Trans> : <Trans>Remove</Trans>}
          </Button>
          <Button variant="outline" onClick={stay}>
            <Trans>Cancel</Trans>
          </Button>
        </HStack>
      </Stack>
    </Panel>
  )
}

/** Open invitations, and those whose link has expired. */
function Invitations({ mayManage }: { mayManage: boolean }) {
  const { t } = useLingui()
  const { data: invitations } = useInvitations()
  if (!invitations || invitations.length === 0) return null
  return (
    <Stack gap="2">
      <Text fontWeight="medium" mt="2">
        <Trans>Invitations</Trans>
      </Text>
      <Stack as="ul" listStyleType="none" gap="0" aria-label={t`Invitations`}>
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} mayManage={mayManage} />
        ))}
      </Stack>
    </Stack>
  )
}

function InvitationRow({ invitation: { id, email, role, expiresAt }, mayManage }: { invitation: Invitation; mayManage: boolean }) {
  const { t } = useLingui()
  const again = useInvite()
  const withdraw = useWithdrawInvitation()
  const [isExpired] = useState(() => Date.parse(expiresAt) <= Date.now())
  const when = formatInstant(expiresAt)
  return (
    <Box as="li" py="3" borderTopWidth="1px" borderColor="border">
      <HStack justify="space-between" wrap="wrap" gap="3">
        <Box minW="0" flex="1 1 14rem">
          <Text overflowWrap="anywhere">{email}</Text>
          <Text color="fg.muted" textStyle="label">
            {memberRoles.labelOf(role)} · {isExpired ? t`expired on ${when}` : t`valid until ${when}`}
          </Text>
        </Box>
        {mayManage ? (
          <HStack gap="2">
            <Button
              variant="outline"
              size="sm"
              loading={again.isPending}
              aria-label={t`Send again: ${email}`}
              onClick={() => {
                after(again.mutateAsync({ email, role }), () => { toast.success(t`Invitation sent to ${email}`) })
              }}
            >
              <Trans>Send again</Trans>
            </Button>
            <Button
              variant="outline"
              size="sm"
              loading={withdraw.isPending}
              aria-label={t`Withdraw the invitation of ${email}`}
              onClick={() => {
                after(withdraw.mutateAsync(id), () => { toast.success(t`Invitation withdrawn`) })
              }}
            >
              <Trans>Withdraw</Trans>
            </Button>
          </HStack>
        ) : null}
      </HStack>
      <Failure {...failure(again.error ?? withdraw.error)} />
    </Box>
  )
}
