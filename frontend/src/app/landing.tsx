import { Box, Container, Heading, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { useEffect } from 'react'
import { paths } from '@/lib/paths'
import { LinkButton } from '@/ui/link-button'
import { Panel } from '@/ui/page'
import { TextLink } from '@/ui/text-link'

interface Offer {
  name: string
  whom: string
  promise: string
  steps: string[]
}

const offers: Offer[] = [
  {
    name: 'Factoring',
    whom: 'For companies that sell on invoice',
    promise: 'Turn an open invoice into cash now instead of waiting for weeks.',
    steps: [
      'You hand in an invoice to one of your approved buyers.',
      'You get most of it at once: the advance.',
      'Your buyer pays on the due date, and you get the rest, less a fee.',
    ],
  },
  {
    name: 'Reverse factoring',
    whom: 'For companies that buy on invoice',
    promise: 'Let your suppliers be paid early, and pay on the due date yourself.',
    steps: [
      'You approve your supplier’s invoice.',
      'Your supplier is paid early, at a price that rests on your credit.',
      'You pay the invoice when it is due, as agreed.',
    ],
  },
]

const needed = ['A phone that takes text messages, and an e-mail address', 'Your company’s register extract, a bank statement and the last annual accounts', 'The identity documents of those who sign']

/** What Sooner does for whom, in one breath, and the way in. */
export default function Landing() {
  useEffect(() => {
    document.title = 'Sooner: get paid sooner'
  }, [])
  return (
    <Container maxW="4xl" py={{ base: '8', md: '16' }} px={{ base: '4', md: '6' }}>
      <Stack gap={{ base: '10', md: '16' }}>
        <Stack gap="6" maxW="2xl">
          <Heading as="h1" size={{ base: '4xl', md: '5xl' }} lineHeight="1.1">
            Get paid sooner
          </Heading>
          <Text fontSize={{ base: 'lg', md: 'xl' }} color="fg.muted">
            Sellers turn unpaid invoices into cash today. Buyers let their suppliers be paid early without paying early themselves.
          </Text>
          <Stack direction={{ base: 'column', sm: 'row' }} gap="3">
            <LinkButton to={paths.signUp} size="lg" colorPalette="secondary">
              Create an account
            </LinkButton>
            <LinkButton to={paths.signIn} size="lg" variant="outline">
              Sign in
            </LinkButton>
          </Stack>
        </Stack>
        <SimpleGrid columns={{ base: 1, md: 2 }} gap="6">
          {offers.map((offer) => (
            <Panel key={offer.name}>
              <OfferText offer={offer} />
            </Panel>
          ))}
        </SimpleGrid>
        <Stack gap="4" maxW="2xl">
          <Heading as="h2" size="xl">
            What you need to begin
          </Heading>
          <Stack as="ul" gap="2" ps="5" listStyleType="disc">
            {needed.map((thing) => (
              <li key={thing}>{thing}</li>
            ))}
          </Stack>
          <Text color="fg.muted">
            The form takes about twenty minutes, saves itself, and can be left and come back to. A person looks at your application and answers by mail.{' '}
            <TextLink to={paths.signUp}>Begin now</TextLink>
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
          {whom}
        </Text>
        <Heading as="h2" size="xl">
          {name}
        </Heading>
      </Box>
      <Text fontSize="lg">{promise}</Text>
      <Stack as="ol" gap="3" listStyleType="none">
        {steps.map((step, index) => (
          <Box as="li" key={step} display="flex" gap="3">
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
            <Text>{step}</Text>
          </Box>
        ))}
      </Stack>
    </Stack>
  )
}
