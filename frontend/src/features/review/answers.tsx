import { Heading, Stack } from '@chakra-ui/react'
import type { FormBody } from '@/entities/application/api'
import { answerGroups } from '@/entities/application/answers'
import { AnswerList } from '@/entities/application/answer-list'
import { Panel } from '@/ui/page'

/** All answers, grouped as in the form. */
export function Answers({ form }: { form: FormBody }) {
  return answerGroups(form).map(({ title, answers }) => (
    <Panel key={title}>
      <Stack gap="4">
        <Heading as="h2" size="lg" overflowWrap="anywhere">
          {title}
        </Heading>
        <AnswerList answers={answers} />
      </Stack>
    </Panel>
  ))
}
