import { Heading, HStack, Stack, Text, VisuallyHidden } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Application } from '@/api/onboarding'
import { answerGroups } from '@/lib/answers'
import { documentKinds } from '@/lib/labels'
import { onboardingStep } from '@/lib/paths'
import { AnswerList } from '@/ui/answer-list'
import { TextLink } from '@/ui/text-link'

/** What is about to be handed in, to be read once more; each part leads back to where it is changed. */
export function Preview({ application }: { application: Application }) {
  const { t } = useLingui()
  return (
    <Stack as="section" gap="6" aria-label={t`What you are about to submit`}>
      {answerGroups(application.form).map(({ part, title, answers }) => (
        <Stack key={title} gap="3">
          <Title title={title} step={part} />
          <AnswerList answers={answers} />
        </Stack>
      ))}
      <Stack gap="3">
        <Title title={t`Documents`} step="documents" />
        {application.documents.length === 0 ? <Text color="fg.muted"><Trans>There are none yet.</Trans></Text> : null}
        <Stack as="ul" listStyleType="none" gap="1">
          {application.documents.map(({ id, kind, name }) => (
            <Text as="li" key={id} overflowWrap="anywhere">
              {documentKinds.labelOf(kind)}: {name}
            </Text>
          ))}
        </Stack>
      </Stack>
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
