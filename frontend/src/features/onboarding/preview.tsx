import { Grid, Heading, HStack, Stack, Text, VisuallyHidden } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Fragment, type ReactNode } from 'react'
import type { Application } from '@/entities/application/api'
import { AnswerList } from '@/entities/application/answer-list'
import { answerGroups } from '@/entities/application/answers'
import { documentKinds } from '@/entities/document/kinds'
import type { Left } from '@/entities/joining/left'
import { stepOf } from '@/entities/joining/steps'
import { onboardingStep } from '@/lib/paths'
import { AlertIcon } from '@/ui/icons'
import { TextLink } from '@/ui/text-link'
import { OwnDocument } from './own-document'

// eslint-disable-next-line lingui/no-unlocalized-strings -- a format, not words
const COLUMNS = { base: '1fr', sm: '14rem minmax(0, 1fr)' }

interface PreviewProps {
  application: Application
  left: readonly Left[]
  /** The list of buyers, to be changed where it is read; undefined where there is no step for them. */
  buyers: ReactNode | undefined
}

const isOf = (person: number, field: string) => field === `people[${person}]` || field.startsWith(`people[${person}].`)

/** What is about to be handed in, to be read once more; each part leads back to where it is changed, and says what it lacks. */
export function Preview({ application: { form, documents }, left, buyers }: PreviewProps) {
  const { t } = useLingui()
  const groups = answerGroups(form)
  const of = (part: 'company' | 'bank') => groups.find((group) => group.part === part)
  const people = groups.filter(({ part }) => part === 'people')
  const about = (step: string) => left.filter(({ field }) => stepOf(field) === step)
  const ofNobody = about('people').filter(({ field }) => !people.some((_, place) => isOf(place, field)))
  const standing = documents.filter(({ replacedAt }) => !replacedAt)
  const kinds = [...new Set([...documentKinds.codes, ...standing.map(({ kind }) => kind)])].filter((kind) => standing.some((one) => one.kind === kind))
  return (
    <Stack as="section" gap="8" aria-label={t`What you are about to submit`}>
      <Part title={t`Company`} step="company" left={about('company')}>
        <AnswerList answers={of('company')?.answers ?? []} />
      </Part>
      {people.map(({ title, answers }, place) => (
        <Part key={place} title={title} step="people" field={`people[${place}].fname`} left={about('people').filter(({ field }) => isOf(place, field))}>
          <AnswerList answers={answers} />
        </Part>
      ))}
      {people.length === 0 || ofNobody.length > 0 ? (
        <Part title={t`People`} step="people" left={ofNobody}>
          {people.length === 0 ? <Text color="fg.muted"><Trans>None yet</Trans></Text> : null}
        </Part>
      ) : null}
      <Part title={t`Bank account`} step="bank" left={about('bank')}>
        <AnswerList answers={of('bank')?.answers ?? []} />
      </Part>
      {buyers === undefined ? null : (
        <Part title={t`Buyers`} step="buyers" left={about('buyers')}>
          {buyers}
        </Part>
      )}
      <Part title={t`Documents`} step="documents" left={about('documents')}>
        {standing.length === 0 ? <Text color="fg.muted"><Trans>None yet</Trans></Text> : null}
        <Grid as="dl" templateColumns={COLUMNS} columnGap="6" rowGap={{ base: '1', sm: '3' }}>
          {kinds.map((kind) => (
            <Fragment key={kind}>
              <Text as="dt" color="fg.muted" textStyle="label" mt={{ base: '2', sm: '0.5' }}>
                {documentKinds.labelOf(kind)}
              </Text>
              <Stack as="dd" gap="1" minW="0">
                {standing.filter((one) => one.kind === kind).map((document) => (
                  <OwnDocument key={document.id} document={document} />
                ))}
              </Stack>
            </Fragment>
          ))}
        </Grid>
      </Part>
    </Stack>
  )
}

interface PartProps {
  title: string
  step: string
  /** Where in the step it is changed. */
  field?: string
  /** What it lacks, or what in it is wrong. */
  left: readonly Left[]
  children: ReactNode
}

function Part({ title, step, field, left, children }: PartProps) {
  return (
    <Stack gap="4">
      <HStack justify="space-between" align="baseline" gap="4" borderBottomWidth="1px" pb="2">
        <Heading as="h3" textStyle="part" overflowWrap="anywhere">
          {title}
        </Heading>
        <TextLink to={onboardingStep(step, field)}>
          <Trans>Edit<VisuallyHidden> {title}</VisuallyHidden></Trans>
        </TextLink>
      </HStack>
      {children}
      {left.length > 0 ? (
        <Stack as="ul" listStyleType="none" gap="1">
          {left.map(({ field: place, message, isWrong }, index) => (
            <HStack as="li" key={`${place}-${index}`} gap="2" align="flex-start" color={isWrong ? 'fg.error' : 'fg.muted'} textStyle="label">
              <AlertIcon width="4" height="4" mt="0.5" />
              <TextLink to={onboardingStep(stepOf(place), place)}>{message}</TextLink>
            </HStack>
          ))}
        </Stack>
      ) : null}
    </Stack>
  )
}
