import { Box, Button, Container, Flex, Heading, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { text } from '@/lib/i18n'
import { paths } from '@/lib/paths'
import { CheckIcon } from '@/ui/icons'
import { LinkButton } from '@/ui/link-button'
import { MainLink } from '@/ui/main-action'
import { TextLink } from '@/ui/text-link'
import { Band } from './band'
import { Calculator } from './calculator'
import { House } from './house'
import { HowItWorks } from './how-it-works'
import { Questions } from './questions'
import { ScreenPicture } from './screen-picture'

const needed = [msg`A mobile phone and an e-mail address`, msg`Your company’s register extract, proof of address, last bank statement and latest annual accounts`, msg`If you sell invoices: an aged receivables report, with your open invoices by buyer and age`, msg`Identity documents of everyone authorised to sign`]

const joining = [
  msg`Each step says what is still missing.`,
  msg`Drop all your files at once; we help you sort them.`,
  msg`Terms of the trade are explained where they appear.`,
  msg`Under Home you see where your application is and what comes next.`,
]

/** What Sooner does for whom, what it costs, and the way in. */
export function Landing() {
  const { t } = useLingui()
  const title = t`Sooner: get paid sooner`
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <>
      <Hero />
      <Band
        isTinted
        title={<Trans>How it works</Trans>}
        lead={<Trans>Join, apply, and sell the invoices that your buyers owe. Or, as a buyer, let your suppliers be paid early.</Trans>}
      >
        <HowItWorks />
      </Band>
      <Band id="cost" title={<Trans>What it costs</Trans>} lead={<Trans>A discount for the time until your buyer pays, and a service fee. Try it with an invoice of yours.</Trans>}>
        <Calculator />
      </Band>
      <Band isTinted title={<Trans>Apply at your own pace</Trans>} lead={<Trans>Your progress saves automatically; continue any time. We review your application and reply by e-mail.</Trans>}>
        <Joining />
      </Band>
      <Band title={<Trans>For finance companies: run it yourself</Trans>} lead={<Trans>Sooner is open source and self-hosted. You are the finance company, with your own server, data and terms.</Trans>}>
        <House />
      </Band>
      <Band isTinted title={<Trans>Questions and answers</Trans>}>
        <Stack gap="6">
          <Questions />
          <Text>
            <Trans>Not sure about a word? <TextLink to={paths.glossary}>Look it up in the glossary</TextLink></Trans>
          </Text>
        </Stack>
      </Band>
      <LastWord />
    </>
  )
}

function Hero() {
  const { t } = useLingui()
  return (
    <Container maxW="6xl" pt={{ base: '10', md: '20' }} pb={{ base: '12', md: '20' }} px={{ base: '4', md: '8' }}>
      <Stack gap={{ base: '10', md: '14' }}>
        <Stack gap="6" maxW="3xl">
          <Heading as="h1" fontSize={{ base: '2.5rem', md: '4rem' }} lineHeight="1.05" letterSpacing="-0.03em">
            <Trans>Get paid sooner</Trans>
          </Heading>
          <Text fontSize={{ base: '1.125rem', md: '1.375rem' }} lineHeight="1.5" color="fg.muted">
            <Trans>Turn unpaid invoices into cash now, or offer your suppliers early payment and still pay on the due date.</Trans>
          </Text>
          <Flex gap="3" wrap="wrap">
            <MainLink to={paths.signUp} size="lg">
              <Trans>Create an account</Trans>
            </MainLink>
            <Button asChild size="lg" variant="outline">
              <a href="#cost">
                <Trans>See what it costs</Trans>
              </a>
            </Button>
          </Flex>
        </Stack>
        <Box position="relative" pe={{ lg: '20' }}>
          <ScreenPicture isFirst scene="home" alt={t`Home of an approved company with its list of buyers.`} />
          <Box hideBelow="lg" position="absolute" bottom="-10" insetEnd="0" w="56" boxShadow="lg" borderRadius="l3">
            <ScreenPicture shape="phone" scene="application" alt={t`The application on a phone.`} />
          </Box>
        </Box>
      </Stack>
    </Container>
  )
}

function Joining() {
  const { t } = useLingui()
  return (
    <SimpleGrid columns={{ base: 1, lg: 5 }} gap={{ base: '8', lg: '12' }} alignItems="center">
      <Box gridColumn={{ lg: 'span 3' }}>
        <ScreenPicture scene="application" alt={t`The first step of the application: what the company wants, and its details.`} />
      </Box>
      <Stack gap="8" gridColumn={{ lg: 'span 2' }}>
        <Stack as="ul" gap="3" listStyleType="none">
          {joining.map((point) => (
            <Flex as="li" key={point.id} gap="3">
              <CheckIcon mt="0.5" />
              <span>{text(point)}</span>
            </Flex>
          ))}
        </Stack>
        <Box>
          <Heading as="h3" textStyle="section">
            <Trans>What you need to start</Trans>
          </Heading>
          <Stack as="ul" gap="2" ps="5" mt="3" listStyleType="disc" color="fg.muted">
            {needed.map((thing) => (
              <li key={thing.id}>{text(thing)}</li>
            ))}
          </Stack>
        </Box>
      </Stack>
    </SimpleGrid>
  )
}

function LastWord() {
  return (
    <Container maxW="6xl" py={{ base: '12', md: '20' }} px={{ base: '4', md: '8' }}>
      <Flex justify="space-between" align="center" wrap="wrap" gap="6">
        <Heading as="h2" fontSize={{ base: '1.75rem', md: '2.25rem' }} lineHeight="1.2">
          <Trans>Ready when you are</Trans>
        </Heading>
        <Flex gap="3" wrap="wrap">
          <LinkButton to={paths.signUp} size="lg">
            <Trans>Start your application</Trans>
          </LinkButton>
          <LinkButton to={paths.signIn} size="lg" variant="outline">
            <Trans>Sign in</Trans>
          </LinkButton>
        </Flex>
      </Flex>
    </Container>
  )
}
