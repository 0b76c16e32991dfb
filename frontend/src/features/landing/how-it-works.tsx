import { Box, Grid, Heading, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ComponentType } from 'react'
import { text } from '@/lib/i18n'
import { Approval, EarlyPay, InvoiceIn, MostNow, PayWhenDue, RestLater } from './drawings'

interface Offer {
  name: MessageDescriptor
  whom: MessageDescriptor
  promise: MessageDescriptor
  steps: { Drawing: ComponentType; words: MessageDescriptor }[]
}

const offers: Offer[] = [
  {
    name: msg`Factoring`,
    whom: msg`For companies that sell on invoice`,
    promise: msg`Turn open invoices into cash now instead of waiting for weeks.`,
    steps: [
      { Drawing: InvoiceIn, words: msg`Upload an invoice you sent to an approved buyer.` },
      { Drawing: MostNow, words: msg`You get most of it at once: the advance.` },
      { Drawing: RestLater, words: msg`Your buyer pays on the due date and you get the rest, less fees.` },
    ],
  },
  {
    name: msg`Reverse factoring`,
    whom: msg`For companies that buy on invoice`,
    promise: msg`Offer your suppliers early payment and still pay on the due date.`,
    steps: [
      { Drawing: Approval, words: msg`You approve your supplier’s invoice.` },
      { Drawing: EarlyPay, words: msg`Your supplier gets paid early, at a price based on your creditworthiness.` },
      { Drawing: PayWhenDue, words: msg`You pay the invoice when it is due, as agreed.` },
    ],
  },
]

/** Both products, each in three steps. */
export function HowItWorks() {
  return (
    <Stack gap={{ base: '12', md: '16' }}>
      {offers.map((offer) => (
        <OfferSteps key={offer.name.id} offer={offer} />
      ))}
    </Stack>
  )
}

function OfferSteps({ offer: { name, whom, promise, steps } }: { offer: Offer }) {
  return (
    <Stack gap="6">
      <Box maxW="2xl">
        <Text textStyle="label" color="fg.muted">
          {text(whom)}
        </Text>
        <Heading as="h3" textStyle="pageTitle" mt="1">
          {text(name)}
        </Heading>
        <Text color="fg.muted" mt="1">
          {text(promise)}
        </Text>
      </Box>
      <SimpleGrid as="ol" listStyleType="none" columns={{ base: 1, md: 3 }} gap={{ base: '4', md: '6' }}>
        {steps.map(({ Drawing, words }, index) => (
          <Grid as="li" key={words.id} templateColumns={{ base: '7.5rem minmax(0, 1fr)', md: 'minmax(0, 1fr)' }} gap="4" alignItems="center" alignContent="start">
            <Box bg="bg.panel" borderRadius="l3" p={{ base: '1', md: '6' }} css={{ '& .cut': { stroke: 'bg.panel' } }}>
              <Box maxW="64" mx="auto">
                <Drawing />
              </Box>
            </Box>
            <Box display="flex" gap="3">
              <Text as="span" aria-hidden color="fg.muted" fontVariantNumeric="tabular-nums">
                {index + 1}
              </Text>
              <Text>{text(words)}</Text>
            </Box>
          </Grid>
        ))}
      </SimpleGrid>
    </Stack>
  )
}
