import { Box, Button, Flex, Heading, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Application } from '@/entities/application/api'
import { History } from '@/entities/application/history'
import { reasons } from '@/entities/application/reasons'
import { fieldText } from '@/entities/application/requirements'
import { isStatus, statusOf } from '@/entities/application/status'
import { documentKinds } from '@/entities/document/kinds'
import { FormProgress } from '@/entities/joining/form-progress'
import { leftText } from '@/entities/joining/left'
import { useLeft } from '@/entities/joining/use-left'
import { useMay } from '@/entities/team/rights'
import { text } from '@/lib/i18n'
import { onboardingStep, paths } from '@/lib/paths'
import { Contact } from '@/ui/contact'
import { WelcomeDrawing } from '@/ui/drawings'
import { Fold } from '@/ui/fold'
import { LinkButton } from '@/ui/link-button'
import { MainLink } from '@/ui/main-action'
import { Notice } from '@/ui/notice'
import { Panel } from '@/ui/page'
import { hasWelcomed, rememberWelcome } from './welcome'

interface StatusProps {
  user: string
  application: Application
  /** The next real step of an approved company that was not paid yet; else what its status says comes next. */
  next: string | null
  /** What of all features can be used only later. */
  features: string | null
}

/** Where the application stands, what comes next, and what led there. */
export function Status({ user, application, next: real, features }: StatusProps) {
  const { t } = useLingui()
  const { status } = application
  const { title, description, nextStep, next } = statusOf(status, application.form.company)
  const left = useLeft(user, application)
  const [isWelcomed, setWelcomed] = useState(() => hasWelcomed(user))
  const isMoment = isStatus(status, 'approved') && !isWelcomed
  const mayEdit = useMay('edit_application')
  const note = application.history.at(-1)?.note
  const maySubmit = application.allowedActions.includes('submit')
  const isReady = maySubmit && left.length === 0
  return (
    <Panel>
      <Stack gap="6">
        <Flex gap="6" align={{ base: 'flex-start', sm: 'center' }} direction={{ base: 'column', sm: 'row' }}>
          {isMoment ? <WelcomeDrawing width="36" height="24" /> : null}
          <Box minW="0" flex="1">
            <Heading as="h2" textStyle={isMoment ? 'pageTitle' : 'section'}>
              {text(title)}
            </Heading>
            <Text mt="1">{text(description)}</Text>
            {features ? <Text mt="1">{features}</Text> : null}
            {real ?? nextStep ? <Text color="fg.muted" mt="1">{real ?? (nextStep ? text(nextStep) : null)}</Text> : null}
          </Box>
        </Flex>
        {isMoment ? (
          <Button
            variant="outline"
            alignSelf="flex-start"
            onClick={() => {
              rememberWelcome(user)
              setWelcomed(true)
            }}
          >
            <Trans>Got it</Trans>
          </Button>
        ) : null}
        {maySubmit ? <FormProgress application={application} left={left} /> : null}
        {isStatus(status, 'not_completed') && left.length > 0 ? <Text color="fg.muted">{leftText(left)}</Text> : null}
        {isStatus(status, 'documents_missing') ? <Requested application={application} /> : null}
        {isStatus(status, 'disapproved') ? <Why application={application} /> : null}
        {isMoment && note ? (
          <Notice status="info" title={t`Message from us`}>
            {note}
          </Notice>
        ) : null}
        {isReady ? (
          <MainLink to={onboardingStep('submit')} alignSelf="flex-start">
            <Trans>Check and submit</Trans>
          </MainLink>
        ) : next && mayEdit ? (
          <MainLink to={next.to} alignSelf="flex-start">
            {text(next.label)}
          </MainLink>
        ) : next ? (
          <LinkButton to={paths.onboarding} variant="outline" alignSelf="flex-start">
            <Trans>View application</Trans>
          </LinkButton>
        ) : null}
        {application.history.length > 0 ? <Fold title={t`History`}><History application={application} /></Fold> : null}
      </Stack>
    </Panel>
  )
}

/** Which documents were asked for, and why. */
function Requested({ application }: { application: Application }) {
  const { t } = useLingui()
  const request = application.history.findLast(({ to }) => isStatus(to, 'documents_missing'))
  const asked = application.missing.filter(({ field }) => field.startsWith('documents.'))
  return (
    <Stack gap="4">
      {request?.note ? (
        <Notice status="info" title={t`Message from us`}>
          {request.note}
        </Notice>
      ) : null}
      {asked.length > 0 ? (
        <Stack as="ul" listStyleType="none" gap="3" aria-label={t`Requested documents`}>
          {asked.map((requirement) => (
            <Box as="li" key={requirement.field}>
              <Text>{documentKinds.labelOf(requirement.field.slice('documents.'.length))}</Text>
              <Text color="fg.muted" textStyle="label" overflowWrap="anywhere">{fieldText(requirement)}</Text>
            </Box>
          ))}
        </Stack>
      ) : null}
    </Stack>
  )
}

/** What the operator shares of the reasons, and where to turn. */
function Why({ application }: { application: Application }) {
  const { t } = useLingui()
  const step = application.history.findLast(({ to }) => isStatus(to, 'disapproved'))
  return (
    <Stack gap="3">
      {step && (step.reasons.length > 0 || step.note) ? (
        <Notice status="info" title={t`Feedback on your application`}>
          {step.reasons.map((reason) => (
            <Text key={reason}>{reasons.labelOf(reason)}.</Text>
          ))}
          {step.note ? <Text whiteSpace="pre-line">{step.note}</Text> : null}
        </Notice>
      ) : null}
      <Text>
        <Trans>Did we miss something? Write to <Contact />; we can reopen your application.</Trans>
      </Text>
    </Stack>
  )
}
