import { Badge, Box, Button, chakra, Flex, Grid, HStack, Skeleton, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Fragment, useRef, useState } from 'react'
import { failure } from '@/api/errors'
import { useHolders, useOperatorMay, useOperators, type Operator } from '@/entities/operator/api'
import { operatorRoles, rolesText } from '@/entities/operator/roles'
import { formatAgo, formatInstant } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { Failure } from '@/ui/failure'
import { ClockIcon } from '@/ui/icons'
import { Notice } from '@/ui/notice'
import { Section } from '@/ui/page'
import { TextLink } from '@/ui/text-link'
import { RolesDialog, type Outcome } from './roles-dialog'

/** How a new operator comes in. Nobody types it in another language. */
// eslint-disable-next-line lingui/no-unlocalized-strings
const COMMAND = 'sooner operator add --email ada@example.com --name "Ada Brandt" --role reviewer'

/** Who works in the back office. */
export function Operators() {
  const { t } = useLingui()
  const { data, error, refetch, isFetching } = useOperators()
  const may = useOperatorMay('manage_operators')
  const admins = useHolders('manage_operators').names.join(', ')
  const [chosen, setChosen] = useState<Operator | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const opener = useRef<HTMLElement | null>(null)
  const head = useRef<HTMLDivElement>(null)
  // Who left the house stands behind those who work there.
  const operators = (data ?? []).toSorted((one, other) => Number(one.roles.length === 0) - Number(other.roles.length === 0))
  return (
    <Section title={<Trans>Operators</Trans>} lead={<Trans>Who works in the back office, and what their roles let them do.</Trans>}>
      {data && !may ? (
        <Text color="fg.muted" overflowWrap="anywhere">
          {admins ? <Trans>Only admins change roles: {admins}.</Trans> : <Trans>Only admins change roles. At the moment there is none.</Trans>}
        </Text>
      ) : null}
      <Box ref={head} tabIndex={-1} outline="none" hidden={!outcome}>
        {outcome ? (
          <Notice status={outcome.status} title={outcome.title}>
            {outcome.text}
          </Notice>
        ) : null}
      </Box>
      {error ? (
        <Stack gap="3" align="flex-start">
          <Failure {...failure(error)} />
          <Button variant="outline" loading={isFetching} onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </Stack>
      ) : null}
      {!data && !error ? <Skeleton height="32" data-loading role="status" aria-label={t`Loading operators`} /> : null}
      {data ? (
        <Stack as="ul" listStyleType="none" gap="0" aria-label={t`Operators`}>
          {operators.map((operator) => (
            <Row
              key={operator.id}
              operator={operator}
              change={
                may
                  ? (button) => {
                      opener.current = button
                      setOutcome(null)
                      setChosen(operator)
                    }
                  : undefined
              }
            />
          ))}
        </Stack>
      ) : null}
      <Box>
        <Text color="fg.muted" textStyle="label">
          <Trans>To add an operator, run this on the server; it prints the link that sets the password:</Trans>
        </Text>
        <chakra.code display="block" mt="2" p="3" bg="bg.muted" borderRadius="l2" fontSize="sm" overflowWrap="anywhere" whiteSpace="pre-wrap">
          {COMMAND.split(/ (?=--)/).map((words, place) => (
            // A line ends between two options, not within one; the spaces are text, to be copied.
            <Fragment key={words}>
              {place > 0 ? ' ' : null}
              <chakra.span display="inline-block">{words}</chakra.span>
            </Fragment>
          ))}
        </chakra.code>
      </Box>
      {chosen ? (
        <RolesDialog
          operator={chosen}
          focusAfter={() => (head.current?.hidden === false ? head.current : opener.current)}
          close={() => {
            setChosen(null)
          }}
          end={(how) => {
            setOutcome(how)
            setChosen(null)
          }}
        />
      ) : null}
    </Section>
  )
}

interface RowProps {
  operator: Operator
  /** Begins to change the roles; absent where one may not. */
  change: ((button: HTMLElement) => void) | undefined
}

function Row({ operator, change }: RowProps) {
  const { t } = useLingui()
  const { name, email, roles, lastSignInAt, secondFactor, isYou, waiting } = operator
  const ago = lastSignInAt ? formatAgo(lastSignInAt) : ''
  return (
    <Box as="li" borderTopWidth="1px" py="4">
      {/* In columns where there is room for them; on a phone one below the other. */}
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 5fr) minmax(0, 5fr) minmax(0, 4fr) 9rem' }} columnGap="4" rowGap="2" alignItems="start">
        <Box minW="0">
          <HStack wrap="wrap" gap="2">
            <Text fontWeight="medium" overflowWrap="anywhere">
              {name}
            </Text>
            {isYou ? (
              <Badge colorPalette="green">
                <Trans>You</Trans>
              </Badge>
            ) : null}
          </HStack>
          <Text textStyle="label" color="fg.muted" overflowWrap="anywhere">
            {email}
          </Text>
        </Box>
        <HStack as="ul" listStyleType="none" wrap="wrap" gap="1.5" aria-label={t`Roles of ${name}`}>
          {roles.map((role) => (
            <Badge as="li" key={role} size="md" colorPalette="primary">
              {operatorRoles.labelOf(role)}
            </Badge>
          ))}
          {roles.length === 0 ? (
            <Badge as="li" size="md" colorPalette="gray">
              <Trans>No access</Trans>
            </Badge>
          ) : null}
        </HStack>
        <Box textStyle="label" color="fg.muted">
          <Text title={lastSignInAt ? formatInstant(lastSignInAt) : undefined}>{ago ? <Trans>Signed in {ago}</Trans> : <Trans>Never signed in</Trans>}</Text>
          <Text>{secondFactor ? <Trans>Two-factor sign-in is on</Trans> : <Trans>Two-factor sign-in is off</Trans>}</Text>
        </Box>
        {change && !waiting ? (
          <Button
            size="sm"
            variant="outline"
            justifySelf={{ base: 'start', lg: 'end' }}
            aria-label={t`Change roles: ${name}`}
            onClick={({ currentTarget }) => {
              change(currentTarget)
            }}
          >
            <Trans>Change roles</Trans>
          </Button>
        ) : null}
      </Grid>
      {waiting ? <Waiting waiting={waiting} /> : null}
    </Box>
  )
}

/** The change that waits: until it is decided there is no other. */
function Waiting({ waiting: { roles, approval } }: { waiting: NonNullable<Operator['waiting']> }) {
  const [proposed, until] = [rolesText(roles), formatInstant(approval.expiresAt)]
  return (
    <Flex gap="2" mt="3" textStyle="label" align="flex-start">
      <ClockIcon width="4" height="4" mt="0.5" color="orange.fg" />
      <Text overflowWrap="anywhere">
        {proposed ? <Trans>A change to {proposed} waits for approval until {until}.</Trans> : <Trans>The end of access waits for approval until {until}.</Trans>}{' '}
        <TextLink to={paths.approvals}>
          <Trans>Show approvals</Trans>
        </TextLink>
      </Text>
    </Flex>
  )
}
