import { Box, Flex, Grid, Heading, Stack, Text, VisuallyHidden } from '@chakra-ui/react'
import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { glossary, type Term } from '@/lib/glossary'
import { formatting, text } from '@/lib/i18n'
import { useHash } from '@/lib/navigation'
import { Labelled } from '@/ui/fields'
import { Input } from '@/ui/input'
import { Page, Section } from '@/ui/page'

/** In the order in which one meets them. A term that is in no group does not compile. */
const groups = {
  products: msg`The two products`,
  agreement: msg`The agreement`,
  invoice: msg`From invoice to money`,
  price: msg`What it costs`,
  trouble: msg`When something goes wrong`,
  application: msg`In the application`,
}

const groupOf: Record<Term, keyof typeof groups> = {
  factoring: 'products', reverseFactoring: 'products', buyer: 'products', debtor: 'products', programme: 'products', payable: 'products', earlyPayment: 'products',
  facility: 'agreement', terms: 'agreement', limit: 'agreement', recourse: 'agreement', cover: 'agreement',
  receivable: 'invoice', face: 'invoice', verification: 'invoice', offer: 'invoice', acceptance: 'invoice', assignment: 'invoice', payout: 'invoice', receipt: 'invoice', open: 'invoice', out: 'invoice', settlement: 'invoice',
  advance: 'price', reserve: 'price', discount: 'price', serviceFee: 'price',
  dilution: 'trouble', dispute: 'trouble', chargeBack: 'trouble', writeOff: 'trouble', setOff: 'trouble', suspense: 'trouble',
  agedReceivables: 'application', turnover: 'application', expectedVolume: 'application', paymentTerms: 'application', registrationNumber: 'application', taxNumber: 'application', beneficialOwner: 'application', signatory: 'application', iban: 'application', bic: 'application',
}

/** Without case and accents, as people type it. */
const plain = (words: string) => words.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase(formatting())

/** Every word of the trade: in groups, found by typing, each with an address of its own. */
export default function Glossary() {
  const { t } = useLingui()
  const [sought, setSought] = useState('')
  const hash = decodeURIComponent(useHash().slice(1))
  useEffect(() => {
    // The browser looked for the place before the page was there.
    if (hash) document.getElementById(hash)?.scrollIntoView()
  }, [hash])
  const words = plain(sought).split(/\s+/).filter(Boolean)
  const entries = (Object.keys(glossary) as Term[])
    .map((id) => ({ id, group: groupOf[id], term: text(glossary[id].term), meaning: text(glossary[id].meaning) }))
    .filter(({ term, meaning }) => words.every((word) => plain(`${term} ${meaning}`).includes(word)))
    .sort((one, other) => one.term.localeCompare(other.term, formatting()))
  const shown = Object.entries(groups).flatMap(([id, name]) => {
    const members = entries.filter(({ group }) => group === id)
    return members.length > 0 ? [{ id, name: text(name), members }] : []
  })
  const found = plural(entries.length, { one: '# term', other: '# terms' })
  return (
    <Page title={t`Glossary`} lead={t`The terms of invoice finance as we use them. The question mark beside a field shows the same.`}>
      <Stack gap="5">
        <Box maxW="sm">
          <Labelled label={t`Find a term`}>
            <Input
              type="search"
              autoComplete="off"
              value={sought}
              onChange={(event) => {
                setSought(event.target.value)
              }}
            />
          </Labelled>
        </Box>
        <VisuallyHidden role="status">{words.length > 0 ? found : ''}</VisuallyHidden>
        {words.length === 0 ? (
          <Flex as="nav" aria-label={t`Groups of terms`} wrap="wrap" columnGap="5" rowGap="1">
            {shown.map(({ id, name }) => (
              <Jump key={id} to={id}>
                {name}
              </Jump>
            ))}
          </Flex>
        ) : null}
      </Stack>
      {shown.map(({ id, name, members }) => (
        <Section key={id} title={<span id={id}>{name}</span>}>
          <Stack as="dl" gap="0">
            {members.map((entry) => (
              <Entry key={entry.id} {...entry} isMeant={entry.id === hash} />
            ))}
          </Stack>
        </Section>
      ))}
      {shown.length === 0 ? (
        <Text color="fg.muted">
          <Trans>No term matches “{sought}”.</Trans>
        </Text>
      ) : null}
    </Page>
  )
}

function Jump({ to, children }: { to: string; children: string }) {
  return (
    <Box asChild color="fg.muted" textDecoration="underline" textUnderlineOffset="4px" display="inline-flex" alignItems="center" minH={{ base: '11', md: '8' }} _hover={{ color: 'fg' }}>
      <a href={`#${to}`}>{children}</a>
    </Box>
  )
}

function Entry({ id, term, meaning, isMeant }: { id: string; term: string; meaning: string; isMeant: boolean }) {
  const { t } = useLingui()
  return (
    <Grid
      id={id}
      templateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 2fr)' }}
      columnGap="8"
      py="3"
      px={isMeant ? '3' : '0'}
      mx={isMeant ? '-3' : '0'}
      bg={isMeant ? 'bg.muted' : undefined}
      borderRadius="l1"
    >
      <Heading as="dt" textStyle="part">
        <Box asChild _hover={{ textDecoration: 'underline' }}>
          <a href={`#${id}`} title={t`Link to this term`}>
            {term}
          </a>
        </Box>
      </Heading>
      <Text as="dd" color="fg.muted" maxW="prose">
        {meaning}
      </Text>
    </Grid>
  )
}
