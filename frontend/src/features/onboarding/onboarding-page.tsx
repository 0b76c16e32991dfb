import { Badge, Box, Button, Heading, HStack, Stack, Text } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, type ReactNode } from 'react'
import { sentence } from '@/api/errors'
import { useApplication, type Application } from '@/api/onboarding'
import { useMe } from '@/api/user'
import { text } from '@/lib/i18n'
import { useHash, useQuery } from '@/lib/navigation'
import { applicantActions, isStatus, onboardingScreen, statuses, statusOf } from '@/lib/onboarding-status'
import { onboardingStep, paths } from '@/lib/paths'
import { FormProgress } from '@/ui/form-progress'
import { LinkButton } from '@/ui/link-button'
import { LoadingPage } from '@/ui/loading'
import { Notice } from '@/ui/notice'
import { Page, Panel } from '@/ui/page'
import { BankStep } from './bank-step'
import { CompanyStep } from './company-step'
import { DocumentsStep, RequestedDocuments } from './documents-step'
import { PeopleStep } from './people-step'
import { Preview } from './preview'
import { StepList } from './step-list'
import { steps, toStep, type StepId } from './steps'
import { Submit } from './submit-step'
import { useDraft, type DraftState } from './use-draft'

/** The list of buyers is another feature's; the router hands it in. */
export default function OnboardingPage({ buyers }: { buyers: ReactNode }) {
  const { t } = useLingui()
  const { data: application, error, refetch } = useApplication()
  const { userDetails } = useMe()
  if (!application || !userDetails) {
    if (!error) return <LoadingPage />
    return (
      <Page title={t`Onboarding`}>
        <Notice status="error">{sentence(error)}</Notice>
        <Button alignSelf="flex-start" onClick={() => void refetch()}>
          <Trans>Try again</Trans>
        </Button>
      </Page>
    )
  }
  switch (onboardingScreen(application.allowedActions)) {
    case 'form':
      return <EditForm user={userDetails.id} application={application} buyers={buyers} />
    case 'documents':
      return <MissingDocuments application={application} />
    case null:
      return <HandedIn application={application} />
  }
}

function EditForm({ user, application, buyers }: { user: string; application: Application; buyers: ReactNode }) {
  const { t } = useLingui()
  const [query] = useQuery()
  const step = toStep(query.get('step'))
  const { form, state, flush } = useDraft(user, application)
  const heading = useRef<HTMLHeadingElement>(null)
  useFocus(step, heading)
  const place = steps.findIndex(({ id }) => id === step)
  const title = steps[place] && text(steps[place].title)
  const [previous, next] = [steps[place - 1], steps[place + 1]]
  const body: Record<StepId, ReactNode> = {
    company: <CompanyStep form={form} />,
    people: <PeopleStep form={form} />,
    bank: <BankStep form={form} />,
    buyers,
    documents: <DocumentsStep application={application} />,
    submit: <CheckAndSubmit application={application} flush={flush} />,
  }
  return (
    <Page title={t`Onboarding`} lead={t`Tell us about your company. Everything is saved as you type; you can leave and come back.`}>
      <FormProgress application={application} />
      <StepList current={step} missing={application.missing} />
      <Panel>
        <Stack gap="6">
          <HStack justify="space-between" gap="4">
            <Heading as="h2" size="xl" ref={heading} tabIndex={-1} outline="none">
              {title}
            </Heading>
            <SaveState state={state} />
          </HStack>
          <Box>{body[step]}</Box>
          <HStack justify="space-between">
            {previous ? (
              <LinkButton to={onboardingStep(previous.id)} variant="outline">
                <Trans>Back</Trans>
              </LinkButton>
            ) : (
              <span />
            )}
            {next ? <LinkButton to={onboardingStep(next.id)}><Trans>Next: {text(next.title)}</Trans></LinkButton> : null}
          </HStack>
        </Stack>
      </Panel>
    </Page>
  )
}

/** What is left comes first; once nothing is, the application itself does, to be read once more. */
function CheckAndSubmit({ application, flush }: { application: Application; flush: () => Promise<void> }) {
  const preview = <Preview key="preview" application={application} />
  const submit = <Submit key="submit" missing={application.missing} label={text(applicantActions.submit.button)} flush={flush} />
  return <Stack gap="8">{application.missing.length === 0 ? [preview, submit] : [submit, preview]}</Stack>
}

const states: Record<DraftState, { label: MessageDescriptor; palette: string }> = {
  saved: { label: msg`Saved`, palette: 'green' },
  saving: { label: msg`Saving…`, palette: 'gray' },
  unsaved: { label: msg`Kept on this device`, palette: 'orange' },
}

function SaveState({ state }: { state: DraftState }) {
  const { label, palette } = states[state]
  return (
    <Badge colorPalette={palette} role="status" flexShrink="0">
      {text(label)}
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
  return (
    <Page title={text(statuses.documents_missing.title)} lead={t`Upload what is asked for here; everything else stays as you submitted it.`}>
      <Panel>
        <Stack gap="6">
          {request?.note ? (
            <Notice status="info" title={t`From the reviewer`}>
              {request.note}
            </Notice>
          ) : null}
          <Heading as="h2" size="lg">
            <Trans>What we need</Trans>
          </Heading>
          <RequestedDocuments application={application} />
          <Submit
            missing={application.missing}
            label={text(applicantActions.resubmit.button)}
            flush={() => Promise.resolve()}
            toPlace={({ field }) => onboardingStep('documents', field)}
          />
        </Stack>
      </Panel>
    </Page>
  )
}

function HandedIn({ application }: { application: Application }) {
  const { title, description, isKnown } = statusOf(application.status)
  const { company } = application.form
  return (
    <Page title={text(title)} lead={text(description)}>
      <Panel>
        <Stack gap="3">
          {isKnown ? (
            <Text>
              <Trans>
                You submitted the application of {company.legalName} with <Plural value={application.documents.length} one="# document" other="# documents" />. It cannot be changed at this stage.
              </Trans>
            </Text>
          ) : null}
          <LinkButton to={paths.dashboard} alignSelf="flex-start">
            <Trans>To the dashboard</Trans>
          </LinkButton>
        </Stack>
      </Panel>
    </Page>
  )
}
