import { Badge, Box, Button, HStack, IconButton, Stack, Text } from '@chakra-ui/react'
import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { failure } from '@/api/errors'
import { answerId } from '@/entities/application/answer-list'
import type { Decision } from '@/entities/application/decisions'
import { isStatus, statusOf } from '@/entities/application/status'
import { LooksOnly } from '@/entities/operator/looks-only'
import { NeedsRight } from '@/entities/operator/needs-right'
import { useMe } from '@/entities/user/me'
import { formatAgo, formatInstant } from '@/lib/dates'
import { text } from '@/lib/i18n'
import { Link, useParams } from '@/lib/navigation'
import { paths } from '@/lib/paths'
import { Failure } from '@/ui/failure'
import { BackIcon } from '@/ui/icons'
import { keys, useKeys } from '@/ui/keys'
import { LoadingPage } from '@/ui/loading'
import { Notice } from '@/ui/notice'
import { Page } from '@/ui/page'
import { TextLink } from '@/ui/text-link'
import { PanePart, WorkPage } from '@/ui/work-page'
import { Answers } from './answers'
import { isStale, useCase, useGiveBack, useTake, type Case } from './api'
import { buyerId, ReviewBuyers } from './buyers'
import { Changes } from './changes'
import { Checklist } from './checklist'
import { Decisions } from './decisions'
import { Documents } from './documents'
import { History } from './history'
import { AfterDecision, useNextCase } from './next-case'
import { Noticed, placeOf } from './noticed'
import { useSeen } from './seen'
import { changesOf, partsToReview, seenChanges, seenDocument, standing, type Part } from './to-review'
import { Trail } from './trail'

export default function CasePage() {
  const { t } = useLingui()
  return (
    <NeedsRight title={t`Application`} right="read_applications">
      <Opened />
    </NeedsRight>
  )
}

function Opened() {
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

const CHANGES = 'changes'
const NOTICED = 'noticed'

/** Shows a place of the page, and goes on from there. */
function goTo(id: string) {
  const place = document.getElementById(id)
  place?.scrollIntoView({ block: 'nearest' })
  place?.focus({ preventScroll: true })
}

function Found({ found }: { found: Case }) {
  const { t } = useLingui()
  const { userDetails } = useMe()
  const seen = useSeen(userDetails?.id, found.id)
  // What a colleague, or the applicant, did between looking and acting.
  const [meanwhile, setMeanwhile] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const [lastMade, setLastMade] = useState<{ decision: Decision; submissions: number } | null>(null)
  const nextButton = useRef<HTMLButtonElement>(null)
  const nextCase = useNextCase(found.id)
  const { onboarding } = found
  // Until the applicant hands in again: then it says nothing of the case as it is.
  const made = lastMade?.submissions === found.submissions.length ? lastMade.decision : null
  const setMade = (decision: Decision | null) => {
    setLastMade(decision && { decision, submissions: found.submissions.length })
  }
  const { label, palette } = statusOf(onboarding.status)
  const now = text(label)
  const title = onboarding.form.company.legalName ?? t`Unnamed company`
  const since = changesOf(found)
  const failed = (error: unknown) => {
    const stale = isStale(error)
    if (stale) setMeanwhile(true)
    return stale
  }
  const choose = (id: string | null) => {
    setChosen(id)
    if (id !== null) seen.mark(seenDocument(id))
  }
  const chooseBy = (step: 1 | -1) => {
    const documents = standing(found)
    const place = documents.findIndex(({ id }) => id === chosen)
    const next = documents[place < 0 ? 0 : place + step]
    if (next) choose(next.id)
  }
  const goToField = (field: string | null | undefined) => {
    const place = placeOf(field, found)
    if (place?.document) choose(place.document)
    else if (place?.answer) goTo(answerId(place.answer))
  }
  const goToPart = ({ part, next }: Part) => {
    if (part === 'documents') choose(next)
    if (part === 'buyers' && next) goTo(buyerId(next))
    if (part === 'changes') goTo(CHANGES)
    if (part === 'noticed') goTo(NOTICED)
  }
  useKeys({
    [keys.next.press]: () => {
      chooseBy(1)
    },
    [keys.previous.press]: () => {
      chooseBy(-1)
    },
    [keys.nextCase.press]: nextCase.go,
  })
  const news =
    meanwhile || made || nextCase.isNone || nextCase.error ? (
      <Stack gap="2">
        {meanwhile ? (
          <Notice status="error" title={t`This case has changed in the meantime`}>
            <Trans>Your decision wasn’t saved. Current status: {now}. Check the case and decide again if needed.</Trans>
          </Notice>
        ) : null}
        {made || nextCase.isNone || nextCase.error ? <AfterDecision made={made} nextCase={nextCase} button={nextButton} /> : null}
      </Stack>
    ) : null
  return (
    <WorkPage
      title={title}
      back={
        <IconButton asChild size="sm" variant="ghost" aria-label={t`Back to applications`} title={t`Back to applications`}>
          <Link to={paths.review}>
            <BackIcon />
          </Link>
        </IconButton>
      }
      badge={<Badge size="lg" colorPalette={palette} flexShrink="0">{now}</Badge>}
      facts={<Facts found={found} failed={failed} />}
      actions={
        <Decisions
          found={found}
          failed={failed}
          begun={() => {
            setMeanwhile(false)
            setMade(null)
          }}
          made={setMade}
          focusOnce={() => nextButton.current}
        />
      }
      news={news}
      asideLabel={t`Answers`}
      isOpen={chosen !== null}
      aside={
        <>
          <Checklist parts={partsToReview(found, seen)} go={goToPart} />
          {found.noticed.length > 0 ? (
            <PanePart id={NOTICED} title={t`Noticed automatically`}>
              <Noticed found={found} seen={seen} goTo={goToField} />
            </PanePart>
          ) : null}
          {since ? (
            <PanePart
              id={CHANGES}
              title={t`Changed since version ${since.number}`}
              actions={
                seen.has(seenChanges(found)) ? null : (
                  <Button
                    size="sm"
                    variant="outline"
                    onClick={() => {
                      seen.mark(seenChanges(found))
                      goTo(CHANGES)
                    }}
                  >
                    <Trans>Mark as seen</Trans>
                  </Button>
                )
              }
            >
              <Changes found={found} since={since} />
            </PanePart>
          ) : null}
          <Answers applicant={found.applicant} form={onboarding.form} />
          {found.buyers.length > 0 ? (
            <PanePart title={t`Buyers`}>
              <ReviewBuyers found={found} failed={failed} />
            </PanePart>
          ) : null}
          <PanePart title={t`History`}>
            <History found={found} />
          </PanePart>
          <PanePart title={t`Audit trail`}>
            <Trail found={found} />
          </PanePart>
        </>
      }
    >
      <Documents found={found} failed={failed} seen={seen} chosen={chosen} choose={choose} />
    </WorkPage>
  )
}

function versionText({ submissions, onboarding }: Case): string {
  const last = submissions.at(-1)
  if (!last) return t`Not submitted yet`
  const [when, ago] = [formatInstant(last.submittedAt), formatAgo(last.submittedAt)]
  return isStatus(onboarding.status, 'pending') ? t`Version ${last.number}, submitted ${when} (${ago})` : t`Version ${last.number}, submitted ${when}`
}

interface AssignProps {
  change: ReturnType<typeof useTake>
  version: number
  failed: (error: unknown) => boolean
  label: string
}

function Assign({ change, version, failed, label }: AssignProps) {
  return (
    <Button
      size="xs"
      variant="outline"
      loading={change.isPending}
      onClick={() => {
        void change.mutateAsync(version).catch(failed)
      }}
    >
      {label}
    </Button>
  )
}

/** Which version it is, whose, and who is on it, so that two do not do the same work. */
function Facts({ found, failed }: { found: Case; failed: (error: unknown) => boolean }) {
  const { t } = useLingui()
  const { userDetails } = useMe()
  const take = useTake(found.id)
  const giveBack = useGiveBack(found.id)
  const { applicant, onboarding, allowedActions, reviewer } = found
  const { version } = onboarding
  const mine = reviewer?.id === userDetails?.id
  const error = take.error ?? giveBack.error
  return (
    <Stack gap="1">
      <HStack columnGap="3" rowGap="0" wrap="wrap" textStyle="label" color="fg.muted">
        <Text>{versionText(found)}</Text>
        <Text overflowWrap="anywhere">
          {applicant.fname} {applicant.lname}
        </Text>
        <HStack gap="1">
          <Text>{!reviewer ? t`Unassigned` : mine ? t`Assigned to you` : t`Assigned to ${reviewer.name}`}</Text>
          {allowedActions.includes('take') ? <Assign change={take} version={version} failed={failed} label={reviewer ? t`Take over` : t`Assign to me`} /> : null}
          {allowedActions.includes('give_back') ? <Assign change={giveBack} version={version} failed={failed} label={t`Unassign`} /> : null}
        </HStack>
      </HStack>
      <LooksOnly right="review" />
      {error && !isStale(error) ? (
        <Box>
          <Failure {...failure(error)} />
        </Box>
      ) : null}
    </Stack>
  )
}
