import { Badge, Box, Button, Grid, Heading, HStack, Stack, Text } from '@chakra-ui/react'
import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failure } from '@/api/errors'
import { useMe } from '@/entities/user/me'
import { formatAgo, formatInstant } from '@/lib/dates'
import { text } from '@/lib/i18n'
import { useParams } from '@/lib/navigation'
import { isStatus, statusOf } from '@/entities/application/status'
import { paths } from '@/lib/paths'
import { LoadingPage } from '@/ui/loading'
import { Failure } from '@/ui/failure'
import { Notice } from '@/ui/notice'
import { Page, Panel } from '@/ui/page'
import { TextLink } from '@/ui/text-link'
import { Answers } from './answers'
import { isStale, useCase, useGiveBack, useTake, type Case } from './api'
import { ReviewBuyers } from './buyers'
import { Changes } from './changes'
import { Decisions } from './decisions'
import { Documents } from './documents'
import { History } from './history'
import { Trail } from './trail'

export default function CasePage() {
  const { t } = useLingui()
  const { id = '' } = useParams<{ id: string }>()
  const { data: found, error, refetch } = useCase(id)
  if (!found) {
    if (!error) return <LoadingPage />
    return (
      <Page title={t`Application`}>
        <Failure {...failure(error)} />
        <HStack>
          <Button onClick={() => void refetch()}><Trans>Try again</Trans></Button>
          <TextLink to={paths.review}><Trans>Back to applications</Trans></TextLink>
        </HStack>
      </Page>
    )
  }
  return <Found key={id} found={found} />
}

function Found({ found }: { found: Case }) {
  const { t } = useLingui()
  // What a colleague, or the applicant, did between looking and acting.
  const [meanwhile, setMeanwhile] = useState(false)
  const { applicant, onboarding } = found
  const { label, palette } = statusOf(onboarding.status)
  const now = text(label)
  const failed = (error: unknown) => {
    const stale = isStale(error)
    if (stale) setMeanwhile(true)
    return stale
  }
  return (
    <Page
      title={onboarding.form.company.legalName ?? t`Unnamed company`}
      width="8xl"
      lead={
        <>
          {applicant.fname} {applicant.lname} · {applicant.email}
          {applicant.phone ? ` · ${applicant.phone}` : ''}
        </>
      }
    >
      <TextLink to={paths.review}><Trans>Back to applications</Trans></TextLink>
      {meanwhile ? (
        <Notice status="error" title={t`This case has changed in the meantime`}>
          <Trans>Your decision wasn’t saved. Current status: {now}. Check the case and decide again if needed.</Trans>
        </Notice>
      ) : null}
      <Panel>
        <Stack gap="4">
          <HStack gap="3" wrap="wrap">
            <Badge size="lg" colorPalette={palette}>
              {now}
            </Badge>
            <Text color="fg.muted">{versionText(found)}</Text>
          </HStack>
          <OnIt found={found} failed={failed} />
          <Decisions
            found={found}
            failed={failed}
            begun={() => {
              setMeanwhile(false)
            }}
          />
        </Stack>
      </Panel>
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', xl: 'minmax(0, 1fr) minmax(0, 1fr)' }} gap="6" alignItems="start">
        <Stack gap="6" minW="0">
          {found.since ? (
            <Part title={t`Changed since version ${found.since.number}`}>
              <Changes found={found} since={found.since} />
            </Part>
          ) : null}
          <Answers form={onboarding.form} />
          {found.buyers.length > 0 ? (
            <Part title={t`Buyers`}>
              <ReviewBuyers found={found} failed={failed} />
            </Part>
          ) : null}
        </Stack>
        <Box minW="0" position={{ xl: 'sticky' }} top={{ xl: '20' }}>
          <Part title={t`Documents`}>
            <Documents found={found} failed={failed} />
          </Part>
        </Box>
      </Grid>
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', xl: 'minmax(0, 1fr) minmax(0, 1fr)' }} gap="6" alignItems="start">
        <Part title={t`History`}>
          <History found={found} />
        </Part>
        <Part title={t`Audit trail`}>
          <Trail id={found.id} />
        </Part>
      </Grid>
    </Page>
  )
}

function versionText({ submissions, onboarding }: Case): string {
  const last = submissions.at(-1)
  if (!last) return t`Not submitted yet`
  const [when, ago] = [formatInstant(last.submittedAt), formatAgo(last.submittedAt)]
  return isStatus(onboarding.status, 'pending') ? t`Version ${last.number}, submitted ${when} (${ago})` : t`Version ${last.number}, submitted ${when}`
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Panel>
      <Stack gap="4">
        <Heading as="h2" size="lg">
          {title}
        </Heading>
        {children}
      </Stack>
    </Panel>
  )
}

/** Who is on the case, so that two do not do the same work. */
function OnIt({ found, failed }: { found: Case; failed: (error: unknown) => boolean }) {
  const { t } = useLingui()
  const { userDetails } = useMe()
  const take = useTake(found.id)
  const giveBack = useGiveBack(found.id)
  const { version } = found.onboarding
  const mine = found.reviewer?.id === userDetails?.id
  const error = take.error ?? giveBack.error
  return (
    <Stack gap="2">
      <HStack gap="3" wrap="wrap">
        <Text>{!found.reviewer ? t`Unassigned` : mine ? t`Assigned to you` : t`Assigned to ${found.reviewer.name}`}</Text>
        {found.allowedActions.includes('take') ? (
          <Button
            size="sm"
            variant="outline"
            loading={take.isPending}
            onClick={() => {
              take.mutate(version, { onError: failed })
            }}
          >
            {found.reviewer ? t`Take over` : t`Assign to me`}
          </Button>
        ) : null}
        {found.allowedActions.includes('give_back') ? (
          <Button
            size="sm"
            variant="outline"
            loading={giveBack.isPending}
            onClick={() => {
              giveBack.mutate(version, { onError: failed })
            }}
          >
            <Trans>Unassign</Trans>
          </Button>
        ) : null}
      </HStack>
      {error && !isStale(error) ? <Failure {...failure(error)} /> : null}
    </Stack>
  )
}
