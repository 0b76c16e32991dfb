import { Box, Stack, Text } from '@chakra-ui/react'
import { msg } from '@lingui/core/macro'
import { text } from '@/lib/i18n'
import { DownIcon } from '@/ui/icons'

const questions = [
  {
    question: msg`Is factoring a loan?`,
    answer: msg`No, you sell the invoice. How that appears in your accounts depends on the terms; your accountant can tell you.`,
  },
  {
    question: msg`What if my buyer doesn’t pay?`,
    answer: msg`Your agreement says who bears the loss. With recourse, the unpaid invoice comes back to you. Without it, we bear the loss when your buyer fails to pay, but not when it rightly disputes the invoice.`,
  },
  {
    question: msg`Will my buyers find out?`,
    answer: msg`That depends on your agreement. Usually a notice of assignment tells your buyer to pay us; some agreements go without.`,
  },
  {
    question: msg`Can I interrupt my application?`,
    answer: msg`Yes. Your progress saves automatically; continue any time, on any device.`,
  },
  {
    question: msg`When will I hear from you?`,
    answer: msg`Your account shows where your application is. We e-mail you when we have a decision or need documents.`,
  },
  {
    question: msg`Who can see my documents?`,
    answer: msg`Only the people in your company’s account and our review team. Every decision is recorded in an audit trail.`,
  },
]

/** What people want to know before they begin, short. */
export function Questions() {
  return (
    <Stack gap="0" maxW="3xl">
      {questions.map(({ question, answer }) => (
        <Box as="details" key={question.id} borderBottomWidth="1px" borderColor="border" css={{ '&[open] svg': { transform: 'rotate(180deg)' }, '& summary::-webkit-details-marker': { display: 'none' } }}>
          <Box as="summary" display="flex" justifyContent="space-between" alignItems="center" gap="4" py="4" cursor="pointer" listStyleType="none" minH="11">
            {text(question)}
            <DownIcon color="fg.muted" />
          </Box>
          <Text color="fg.muted" pb="5" maxW="prose">
            {text(answer)}
          </Text>
        </Box>
      ))}
    </Stack>
  )
}
