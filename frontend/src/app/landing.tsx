import { Box, Container, Heading, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { text } from '@/lib/i18n'
import { paths } from '@/lib/paths'
import { LinkButton } from '@/ui/link-button'
import { MainLink } from '@/ui/main-action'
import { Panel } from '@/ui/page'
import { TextLink } from '@/ui/text-link'

interface Offer {
  name: MessageDescriptor
  whom: MessageDescriptor
  promise: MessageDescriptor
  steps: MessageDescriptor[]
}

const offers: Offer[] = [
  {
    name: msg`Factoring`,
    whom: msg`For companies that sell on invoice`,
    promise: msg`Turn open invoices into cash now instead of waiting for weeks.`,
    steps: [
      msg`Upload an invoice you sent to an approved buyer.`,
      msg`You get most of it at once: the advance.`,
      msg`Your buyer pays on the due date and you get the rest, less fees.`,
    ],
  },
  {
    name: msg`Reverse factoring`,
    whom: msg`For companies that buy on invoice`,
    promise: msg`Offer your suppliers early payment and still pay on the due date.`,
    steps: [
      msg`You approve your supplier’s invoice.`,
      msg`Your supplier gets paid early, at a price based on your creditworthiness.`,
      msg`You pay the invoice when it is due, as agreed.`,
    ],
  },
]

const needed = [msg`A mobile phone and an e-mail address`, msg`Your company’s register extract, last bank statement and latest annual accounts`, msg`Identity documents of everyone authorised to sign`]

/** What Sooner does for whom, in one breath, and the way in. */
export default function Landing() {
  const { t } = useLingui()
  const title = t`Sooner: get paid sooner`
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <Container maxW="4xl" py={{ base: '8', md: '16' }} px={{ base: '4', md: '6' }}>
      <Stack gap={{ base: '10', md: '16' }}>
        <Stack gap="6" maxW="2xl">
          <Heading as="h1" size={{ base: '4xl', md: '5xl' }} lineHeight="1.1">
            <Trans>Get paid sooner</Trans>
          </Heading>
          <Text fontSize={{ base: 'lg', md: 'xl' }} color="fg.muted">
            <Trans>Turn unpaid invoices into cash now, or offer your suppliers early payment and still pay on the due date.</Trans>
          </Text>
          <Stack direction={{ base: 'column', sm: 'row' }} gap="3">
            <MainLink to={paths.signUp} size="lg">
              <Trans>Create an account</Trans>
            </MainLink>
            <LinkButton to={paths.signIn} size="lg" variant="outline">
              <Trans>Sign in</Trans>
            </LinkButton>
          </Stack>
        </Stack>
        <SimpleGrid columns={{ base: 1, md: 2 }} gap="6">
          {offers.map((offer) => (
            <Panel key={offer.name.id}>
              <OfferText offer={offer} />
            </Panel>
          ))}
        </SimpleGrid>
        <Stack gap="4" maxW="2xl">
          <Heading as="h2" size="xl">
            <Trans>What you need to start</Trans>
          </Heading>
          <Stack as="ul" gap="2" ps="5" listStyleType="disc">
            {needed.map((thing) => (
              <li key={thing.id}>{text(thing)}</li>
            ))}
          </Stack>
          <Text color="fg.muted">
            <Trans>Your progress saves automatically; continue any time. We review your application and reply by e-mail.{' '}
            <TextLink to={paths.signUp}>Start now</TextLink></Trans>
          </Text>
        </Stack>
      </Stack>
    </Container>
  )
}

function OfferText({ offer: { name, whom, promise, steps } }: { offer: Offer }) {
  return (
    <Stack gap="4">
      <Box>
        <Text color="secondary.fg" fontSize="sm">
          {text(whom)}
        </Text>
        <Heading as="h2" size="xl">
          {text(name)}
        </Heading>
      </Box>
      <Text fontSize="lg">{text(promise)}</Text>
      <Stack as="ol" gap="3" listStyleType="none">
        {steps.map((step, index) => (
          <Box as="li" key={step.id} display="flex" gap="3">
            <Box
              as="span"
              aria-hidden
              flexShrink="0"
              w="7"
              h="7"
              borderRadius="full"
              bg="secondary.subtle"
              color="secondary.fg"
              display="grid"
              placeItems="center"
              fontSize="sm"
            >
              {index + 1}
            </Box>
            <Text>{text(step)}</Text>
          </Box>
        ))}
      </Stack>
    </Stack>
  )
}
