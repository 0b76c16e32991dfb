import { Text } from '@chakra-ui/react'
import { answerTexts, isDoubtful, type Answered } from '@/entities/payment/bank-answers'

/** What the bank answered, line by line. */
export function AnswerTold({ answer }: { answer: Answered }) {
  const { standing, check, reason } = answerTexts(answer)
  return (
    <>
      {standing ? <Text as="span" display="block" {...(answer.standing === 'rejected' ? { color: 'fg.error' } : {})}>{standing}</Text> : null}
      {check ? <Text as="span" display="block" color={isDoubtful(answer) ? 'fg.error' : 'fg.muted'}>{check}</Text> : null}
      {reason ? <Text as="span" display="block" color="fg.muted">{reason}</Text> : null}
    </>
  )
}
