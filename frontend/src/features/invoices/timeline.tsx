import { Box, Flex, Stack, Text } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { useStops } from '@/entities/payment/api'
import { useSchedule, type Receivable } from '@/entities/receivable/api'
import { paidOf } from '@/entities/receivable/price'
import { advanceStates, isClosed, statusesOf } from '@/entities/receivable/statuses'
import { useToday } from '@/entities/user/today'
import { formatDay, formatInstant } from '@/lib/dates'
import { CheckIcon } from '@/ui/icons'

interface Step {
  id: string
  label: string
  when: string | null
  isDone: boolean
}

/** What is on the way to it, and what cannot come any more. */
const NOT_SOLD = ['rejected', 'withdrawn', 'lapsed']

/** The way of an invoice: what happened, what is next, and when. */
export function Timeline({ receivable }: { receivable: Receivable }) {
  const { t } = useLingui()
  const { id, kind, status, enteredAt, submittedAt, acceptedAt, payoutOn, offer, figures, position, disputed } = receivable
  // The server keeps when it was entered or last changed, and not which of the two it was.
  const asOf = formatInstant(enteredAt)
  const today = useToday()
  const advance = position?.advance
  const by = useSchedule(id, Boolean(acceptedAt)).data?.acceptedBy
  const sold = acceptedAt ? formatInstant(acceptedAt) : null
  const validUntil = offer?.validUntil ? formatInstant(offer.validUntil) : null
  const due = formatDay(figures.dueOn)
  // The day it was priced for is the day it was sent once it was; before, it is none while something stops the payout or the day has passed.
  const isWaiting = useStops().length > 0 || Boolean(disputed) || (payoutOn ?? '') < today
  const isDayOfPayout = advance === 'sent' || (advance !== 'due_again' && !(status === 'accepted' && isWaiting))
  const isPaid = position?.open === 0 && paidOf(receivable) > 0
  const steps: Step[] = [
    { id: 'entered', label: t({ message: 'Entered', context: 'timeline' }), when: t`as of ${asOf}`, isDone: true },
    { id: 'submitted', label: kind === 'reverse_factoring' ? t`Approved by your buyer` : t({ message: 'Submitted', context: 'invoice' }), when: submittedAt ? formatInstant(submittedAt) : null, isDone: Boolean(submittedAt) },
    { id: 'offered', label: t({ message: 'Offer ready', context: 'invoice' }), when: validUntil && !acceptedAt ? t`valid until ${validUntil}` : null, isDone: Boolean(offer) || Boolean(acceptedAt) },
    { id: 'accepted', label: t({ message: 'Sold', context: 'invoice' }), when: sold && by ? t`${sold} by ${by}` : sold, isDone: Boolean(acceptedAt) },
    { id: 'funded', label: advance ? advanceStates.labelOf(advance) : t({ message: 'Funded', context: 'invoice' }), when: payoutOn && isDayOfPayout ? formatDay(payoutOn) : null, isDone: advance ? advance === 'sent' : status === 'funded' || isClosed(status) },
    { id: 'closed', label: isClosed(status) ? statusesOf(kind).labelOf(status) : t`Paid by your buyer`, when: isClosed(status) ? null : isPaid ? t`The invoice closes once our bank has confirmed your payout.` : t`due on ${due}`, isDone: isClosed(status) || isPaid },
  ]
  const shown = NOT_SOLD.includes(status)
    ? [...steps.filter(({ isDone }) => isDone), { id: status, label: statusesOf(kind).labelOf(status), when: null, isDone: true }]
    : steps
  const now = shown.find(({ isDone }) => !isDone)?.id
  return (
    <Stack as="ol" listStyleType="none" gap="0" aria-label={t`Progress of the invoice`}>
      {shown.map(({ id, label, when, isDone }, place) => (
        <Flex as="li" key={id} gap="3" aria-current={id === now ? 'step' : undefined}>
          <Flex direction="column" align="center" aria-hidden>
            <Flex boxSize="6" borderRadius="full" borderWidth="1.5px" align="center" justify="center" flexShrink="0" {...(isDone ? { bg: 'primary.solid', color: 'primary.contrast', borderColor: 'primary.solid' } : { borderColor: 'primary.border' })}>
              {isDone ? <CheckIcon width="4" height="4" /> : null}
            </Flex>
            {place < shown.length - 1 ? <Box flex="1" minH="3" borderStartWidth="1.5px" borderColor="primary.border" /> : null}
          </Flex>
          <Box pb="3" minW="0">
            <Text color={isDone || id === now ? 'fg' : 'fg.muted'}>
              {label}
              {isDone ? <Text as="span" srOnly>{t`: done`}</Text> : null}
            </Text>
            {when ? (
              <Text textStyle="label" color="fg.muted">
                {when}
              </Text>
            ) : null}
          </Box>
        </Flex>
      ))}
    </Stack>
  )
}
