import { Badge, Box, Button, Heading, HStack, Stack } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useWatch } from 'react-hook-form'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react'
import { fieldErrors, retryAt, sentence } from '@/api/errors'
import { useApplication, type Application } from '@/entities/application/api'
import { useMay } from '@/entities/team/rights'
import { useMe } from '@/entities/user/me'
import { text } from '@/lib/i18n'
import { useHash, useQuery } from '@/lib/navigation'
import { applicantActions, onboardingScreen } from '@/entities/application/actions'
import { isStatus, statuses } from '@/entities/application/status'
import { onboardingStep } from '@/lib/paths'
import { FormProgress } from '@/entities/joining/form-progress'
import { useHasBuyers } from '@/entities/joining/has-buyers'
import { Journey } from '@/entities/joining/journey'
import { leftOf, type Left } from '@/entities/joining/left'
import { stepOf, steps as all, toStep, type FormStep, type StepId } from '@/entities/joining/steps'
import { useUnfinished, useUnfinishedFiles } from '@/entities/joining/unfinished'
import { useLeft } from '@/entities/joining/use-left'
import { Extra } from '@/ui/extra'
import { LinkButton } from '@/ui/link-button'
import { MainLink } from '@/ui/main-action'
import { StickyActions } from '@/ui/sticky-actions'
import { LoadingPage } from '@/ui/loading'
import { MissingPart } from '@/ui/missing-part'
import { Notice } from '@/ui/notice'
import { Page } from '@/ui/page'
import { BankStep } from './bank-step'
import { CompanyStep } from './company-step'
import { Asked } from './asked'
import { FormSteps } from './form-steps'
import { DocumentsStep, RequestedDocuments } from './documents-step'
import { FormProvider } from './field'
import { PeopleStep } from './people-step'
import { Preview } from './preview'
import { Submit } from './submit-step'
import { rememberSuggested, suggest, type Suggestions } from './suggestions'
import { useDraft, type Draft, type DraftState } from './use-draft'

const handedIn = async () => ({ default: (await import('./handed-in')).HandedIn })
const readOnly = async () => ({ default: (await import('./read-only')).ReadOnly })
// Seldom needed.
const disagreements = async () => ({ default: (await import('./disagreements')).Disagreements })
const around = { meanwhile: <LoadingPage />, instead: <MissingPart /> }

/** Whether there is something to do about it, for whoever may. */
const isOpen = ({ status }: Application) => isStatus(status, 'not_completed') || isStatus(status, 'documents_missing')

/** The list of buyers is another feature's; the router hands it in. */
export default function OnboardingPage({ buyers }: { buyers: ReactNode }) {
  const { t } = useLingui()
  const { data: application, error, refetch } = useApplication()
  const { userDetails } = useMe()
  const mayEdit = useMay('edit_application')
  if (!application || !userDetails) {
    if (!error) return <LoadingPage />
    return (
      <Page title={t`Application`}>
        <Notice status="error">{sentence(error)}</Notice>
        <Button alignSelf="flex-start" onClick={() => void refetch()}>
          <Trans>Try again</Trans>
        </Button>
      </Page>
    )
  }
  switch (onboardingScreen(application.allowedActions)) {
    case 'form':
      return <EditForm user={userDetails.id} country={userDetails.country} application={application} buyers={buyers} />
    case 'documents':
      return <MissingDocuments application={application} />
    case null:
      return isOpen(application) && !mayEdit ? (
        <Extra load={readOnly} props={{ application, buyers }} {...around} />
      ) : (
        <Extra load={handedIn} props={{ application }} {...around} />
      )
  }
}

function EditForm({ user, country, application, buyers }: { user: string; country: string | null | undefined; application: Application; buyers: ReactNode }) {
  const { t } = useLingui()
  const [query] = useQuery()
  const draft = useDraft(user, application)
  const { form, state, refused, unsaved, looked } = draft
  const left = useLeft(user, application, { refused, open: unsaved })
  const steps = useFormSteps(useWatch({ control: form.control, name: 'company.wants' }), left)
  const step = toStep(query.get('step'), steps)
  const unfinished = useUnfinished(user)
  const isUnfinished = (step === 'buyers' || step === 'documents') && unfinished.some(({ field }) => field === step)
  const suggested = useSuggestions(user, country, step, draft)
  const heading = useRef<HTMLHeadingElement>(null)
  useFocus(step, heading)
  useEffect(() => {
    // What comes after submitting is there before.
    if (step === 'submit') void handedIn().catch(() => undefined)
  }, [step])
  const wasLeft = useSteps(step, () => form.getValues('people').map(({ id }) => id))
  const { missing } = application
  const shared = useMemo(() => ({ form, missing, looked, suggested, wasLeft: (field: string) => wasLeft(field, form.getValues('people')) }), [form, missing, looked, suggested, wasLeft])
  const place = steps.findIndex(({ id }) => id === step)
  const title = steps[place] && text(steps[place].title)
  const [previous, next] = [steps[place - 1], steps[place + 1]]
  const marked = Object.keys(refused).map(stepOf)
  const elsewhere = marked.includes(step) ? undefined : steps.find(({ id }) => marked.includes(id))
  const body: Record<StepId, ReactNode> = {
    company: <CompanyStep />,
    people: <PeopleStep form={form} />,
    bank: <BankStep form={form} />,
    buyers: (
      <Stack gap="4">
        {buyers}
        <Asked field="buyers" />
      </Stack>
    ),
    documents: <DocumentsStep application={application} asked={(field) => <Asked field={field} />} />,
    submit: (
      <Submit left={left} isUnfinished={unfinished.length > 0} state={state} label={text(applicantActions.submit.button)} flush={draft.flush}>
        <Preview application={application} left={left} buyers={steps.some(({ id }) => id === 'buyers') ? buyers : undefined} />
      </Submit>
    ),
  }
  return (
    <Page title={t`Application`} lead={step === 'company' ? t`Tell us about your company. Your progress saves automatically; continue any time.` : undefined}>
      <Journey at="company" />
      <Stack gap="5">
        <FormSteps steps={steps} current={step} left={left} />
        <FormProgress application={application} left={left} />
      </Stack>
      <Stack gap="6">
        <HStack justify="space-between" wrap="wrap" columnGap="4" rowGap="2">
          <Heading as="h2" textStyle="section" ref={heading} tabIndex={-1} outline="none">
            {title}
          </Heading>
          <SaveState state={isUnfinished && state === 'saved' ? step : state} isKept={draft.isKept} elsewhere={elsewhere && text(elsewhere.title)} />
        </HStack>
        {draft.failure ? <Notice status="error">{whyNotSaved(draft.failure)}</Notice> : null}
        <FormProvider value={shared}>{body[step]}</FormProvider>
      </Stack>
      <StickyActions>
        {previous ? (
          <LinkButton to={onboardingStep(previous.id)} variant="outline">
            <Trans>Back</Trans>
          </LinkButton>
        ) : (
          <Box hideBelow="md" />
        )}
        {/* The next step's name can be long. */}
        {next ? (
          <MainLink to={onboardingStep(next.id)} h="auto" minH="11" py="1.5" whiteSpace="normal" flex={{ base: '1', md: 'none' }}>
            <Trans>Next: {text(next.title)}</Trans>
          </MainLink>
        ) : null}
      </StickyActions>
      {draft.disagreements.length > 0 ? (
        <Extra load={disagreements} props={{ all: draft.disagreements, choose: draft.choose }} instead={<MissingPart />} />
      ) : null}
    </Page>
  )
}

/** The steps there are for a company that wants this: without buyers there is none for them, unless something is left to do there. */
function useFormSteps(wants: readonly string[], left: readonly Left[]): readonly FormStep[] {
  const hasBuyers = useHasBuyers({ wants }) || left.some(({ field }) => stepOf(field) === 'buyers')
  return all.filter(({ id }) => id !== 'buyers' || hasBuyers)
}

/** Fills in what is known where a step is still blank, and saves it as the person goes on. */
function useSuggestions(user: string, country: string | null | undefined, step: StepId, { form, fill, saveFilled }: Draft): Suggestions {
  const [{ at, fresh, all }, setFound] = useState<{ at: StepId | null; fresh: Suggestions; all: Suggestions }>({ at: null, fresh: {}, all: {} })
  if (at !== step) {
    const found = suggest(user, step, form.getValues(), country)
    setFound({ at: step, fresh: found, all: { ...all, ...found } })
  }
  const open = useEffectEvent(() => {
    const fields = Object.keys(fresh)
    if (fields.length === 0) return
    rememberSuggested(user, fields)
    fill(fresh)
  })
  useEffect(() => {
    open()
    return saveFilled
  }, [step, saveFilled])
  return all
}

/**
 * Whether somebody has been at the step of a field and left it. Whoever checks the whole form has left them all. A person who
 * was added since is new: nothing is called missing before anybody could have told it.
 */
function useSteps(step: StepId, people: () => string[]): (field: string, now: { id: string }[]) => boolean {
  const [{ now, left, met }, setVisited] = useState<{ now: StepId; left: ReadonlySet<StepId>; met: readonly string[] }>({ now: step, left: new Set(), met: [] })
  if (now !== step) setVisited({ now: step, left: new Set([...left, now]), met: people() })
  return useCallback(
    (field, standing) => {
      const isLeft = step === 'submit' || left.has('submit') || left.has(stepOf(field))
      const place = /^people\[(\d+)\]/.exec(field)?.[1]
      return isLeft && (place === undefined || step !== 'people' || met.includes(standing[Number(place)]?.id ?? ''))
    },
    [step, left, met],
  )
}

/** How the draft is, or what of a step is unfinished. */
type Shown = DraftState | 'buyers' | 'documents'

const states: Record<Shown, { label: MessageDescriptor; palette: string }> = {
  saved: { label: msg`Saved`, palette: 'green' },
  filled: { label: msg`Saved as you go`, palette: 'gray' },
  saving: { label: msg`Saving…`, palette: 'gray' },
  unsaved: { label: msg`Offline: saved on this device`, palette: 'orange' },
  waiting: { label: msg`Not saved yet: we’ll try again soon`, palette: 'orange' },
  failed: { label: msg`Not saved`, palette: 'red' },
  buyers: { label: msg`Buyer not saved yet`, palette: 'orange' },
  documents: { label: msg`Not all files are uploaded yet`, palette: 'orange' },
  conflict: { label: msg`Choose which answer to keep`, palette: 'orange' },
  refused: { label: msg`Not saved yet: fix the marked field`, palette: 'red' },
}

const unkept = { label: msg`Not saved yet: keep this page open`, palette: 'red' }

/** Why the server does not save what was typed. */
function whyNotSaved(failure: unknown): string {
  if (retryAt(failure) !== null) return t`Too many changes at once. We’ll save the rest automatically in a moment.`
  return Object.values(fieldErrors(failure)).join(' ') || sentence(failure)
}

interface SaveStateProps {
  state: Shown
  isKept: boolean
  /** The step that holds what was refused, where that is not the one that is shown. */
  elsewhere: string | undefined
}

function SaveState({ state, isKept, elsewhere }: SaveStateProps) {
  const { t } = useLingui()
  const { label, palette } = isKept || state === 'saved' || state === 'filled' || state === 'saving' ? states[state] : unkept
  return (
    <Badge size="md" colorPalette={palette} role="status" whiteSpace="normal">
      {isKept && state === 'refused' && elsewhere ? t`Not saved yet: fix the marked field in “${elsewhere}”` : text(label)}
    </Badge>
  )
}

/** Follows a link to a field; without one, begins at the heading of the new step. */
function useFocus(step: StepId, heading: React.RefObject<HTMLElement | null>) {
  const hash = useHash()
  const first = useRef(true)
  useEffect(() => {
    const field = decodeURIComponent(hash.slice(1))
    const place = field ? document.getElementById(field) : null
    if (place) {
      place.focus()
      place.scrollIntoView({ block: 'center' })
    } else if (!first.current) heading.current?.focus()
    first.current = false
  }, [step, hash, heading])
}

function MissingDocuments({ application }: { application: Application }) {
  const { t } = useLingui()
  const request = application.history.findLast(({ to }) => isStatus(to, 'documents_missing'))
  const unfinished = useUnfinishedFiles()
  return (
    <Page title={text(statuses.documents_missing.title)} lead={t`Upload the documents listed here. Everything else stays as you submitted it.`}>
      <Journey at="review" />
        <Stack gap="6">
          {request?.note ? (
            <Notice status="info" title={t`Message from us`}>
              {request.note}
            </Notice>
          ) : null}
          <Heading as="h2" textStyle="section">
            <Trans>What we need</Trans>
          </Heading>
          <RequestedDocuments application={application} />
          <Submit
            left={leftOf({ missing: application.missing, refused: {}, open: [], unfinished })}
            isUnfinished={unfinished.length > 0}
            label={text(applicantActions.resubmit.button)}
            flush={() => Promise.resolve(true)}
            toPlace={(field) => onboardingStep('documents', field)}
          />
        </Stack>
    </Page>
  )
}
