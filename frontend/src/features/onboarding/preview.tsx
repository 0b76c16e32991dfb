import { Heading, HStack, Stack, Text, VisuallyHidden } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useBuyers } from '@/entities/buyer/api'
import type { Application } from '@/entities/application/api'
import { answerGroups } from '@/entities/application/answers'
import { buyerFacts } from '@/entities/buyer/facts'
import { documentKinds } from '@/entities/document/kinds'
import { onboardingStep } from '@/lib/paths'
import { AnswerList } from '@/entities/application/answer-list'
import { TextLink } from '@/ui/text-link'
import { fieldText } from '@/entities/application/requirements'

const NONE = {}

/** What is about to be handed in, to be read once more; each part leads back to where it is changed. */
export function Preview({ application, refused = NONE }: { application: Application; refused?: Record<string, string> }) {
  const { t } = useLingui()
  const buyers = useBuyers().data ?? []
  return (
    <Stack as="section" gap="6" aria-label={t`What you are about to submit`}>
      {answerGroups(application.form).map(({ part, title, answers }, place) => (
        <Stack key={title} gap="3">
          <Title title={title} step={part} />
          <AnswerList answers={answers} />
          {/* The company comes first, so that the first person is the second group. */}
          <Open application={application} refused={refused} about={part === 'people' ? `people[${place - 1}]` : PREFIXES[part]} />
        </Stack>
      ))}
      <Open application={application} refused={refused} about="people" isExact />
      <Stack gap="3">
        <Title title={t`Buyers`} step="buyers" />
        {buyers.length === 0 ? <Text color="fg.muted"><Trans>None yet</Trans></Text> : null}
        <Stack as="ul" listStyleType="none" gap="1">
          {buyers.map((buyer) => (
            <Text as="li" key={buyer.id} overflowWrap="anywhere">
              {buyer.legalName}
              <Text as="span" color="fg.muted" fontSize="sm" display="block">
                {buyerFacts(buyer)}
              </Text>
            </Text>
          ))}
        </Stack>
        <Open application={application} refused={refused} about="buyers" isExact />
      </Stack>
      <Stack gap="3">
        <Title title={t`Documents`} step="documents" />
        {application.documents.length === 0 ? <Text color="fg.muted"><Trans>None yet</Trans></Text> : null}
        <Stack as="ul" listStyleType="none" gap="1">
          {application.documents.map(({ id, kind, name }) => (
            <Text as="li" key={id} overflowWrap="anywhere">
              {documentKinds.labelOf(kind)}: {name}
            </Text>
          ))}
        </Stack>
        <Open application={application} refused={refused} about="documents." />
      </Stack>
    </Stack>
  )
}

const PREFIXES = { company: 'company.', people: 'people', bank: 'bankAccount.' }

interface OpenProps {
  application: Application
  refused: Record<string, string>
  /** How the names of the fields begin, or the very name. */
  about: string
  isExact?: boolean
}

/** What a part of the form still lacks, or what in it is wrong. */
function Open({ application: { missing }, refused, about, isExact = false }: OpenProps) {
  const isAbout = (field: string) => (isExact ? field === about : field.startsWith(about))
  const wrong = Object.entries(refused).filter(([field]) => isAbout(field)).map(([, message]) => message)
  const left = missing.filter(({ field }) => isAbout(field) && !(field in refused)).map(fieldText)
  if (wrong.length + left.length === 0) return null
  return (
    <Stack as="ul" listStyleType="none" gap="1">
      {[...wrong, ...left].map((text) => (
        <Text as="li" key={text} color="fg.error" fontSize="sm">
          {text}
        </Text>
      ))}
    </Stack>
  )
}

function Title({ title, step }: { title: string; step: string }) {
  return (
    <HStack justify="space-between" gap="4" borderBottomWidth="1px" pb="1">
      <Heading as="h3" size="md" overflowWrap="anywhere">
        {title}
      </Heading>
      <TextLink to={onboardingStep(step)}>
        <Trans>Change<VisuallyHidden> {title}</VisuallyHidden></Trans>
      </TextLink>
    </HStack>
  )
}
