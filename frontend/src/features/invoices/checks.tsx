import { Box, HStack, Stack, Text } from '@chakra-ui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Receivable } from '@/entities/receivable/api'
import { checkText, cureText, figuresText, isOpen, neverFits, type Check } from '@/entities/receivable/checks'
import { noOfferReasons } from '@/entities/receivable/statuses'
import { text } from '@/lib/i18n'
import { paths } from '@/lib/paths'
import { Contact } from '@/ui/contact'
import { Fold } from '@/ui/fold'
import { AlertIcon, CheckIcon, ClockIcon } from '@/ui/icons'
import { Notice } from '@/ui/notice'
import { Section } from '@/ui/page'
import { TextLink } from '@/ui/text-link'

/** What keeps an invoice from being sold, and what helps; and what is as it should be, for whoever asks. */
export function Checks({ receivable }: { receivable: Receivable }) {
  const { checks, currency, beingLookedAt, noOffer } = receivable
  const { t } = useLingui()
  const open = checks.filter(isOpen)
  const passed = checks.filter((check) => !isOpen(check))
  if (checks.length === 0 && !beingLookedAt && !noOffer) return null
  const why = noOffer ? noOfferReasons.find(noOffer) : null
  return (
    <Section title={<Trans>Checks</Trans>}>
      {noOffer ? (
        <Notice status="warning" title={t`We can’t make an offer for this invoice`}>
          {why ? text(why) : noOffer}
        </Notice>
      ) : null}
      {open.length > 0 || beingLookedAt ? (
        <Stack as="ul" listStyleType="none" gap="4" aria-label={t`Checks that are open`}>
          {open.map((check) => (
            <Row key={check.code} check={check} receivable={receivable} />
          ))}
          {beingLookedAt ? (
            <Item icon={<ClockIcon />} title={t`We’re looking at this invoice.`}>
              {neverFits(receivable) ? null : <Trans>You don’t need to do anything.</Trans>}
            </Item>
          ) : null}
        </Stack>
      ) : checks.length > 0 ? (
        <HStack gap="2">
          <CheckIcon />
          <Text><Trans>All checks passed.</Trans></Text>
        </HStack>
      ) : null}
      {passed.length > 0 ? (
        <Fold title={<Plural value={passed.length} one="# check passed" other="# checks passed" />}>
          <Stack as="ul" listStyleType="none" gap="2" aria-label={t`Checks that passed`}>
            {passed.map((check) => (
              <Item key={check.code} icon={<CheckIcon />} title={checkText(check, receivable)}>
                {figuresText(check, currency, receivable)}
              </Item>
            ))}
          </Stack>
        </Fold>
      ) : null}
    </Section>
  )
}

function Item({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <HStack as="li" align="flex-start" gap="3">
      <Box pt="0.5" color="fg.muted">{icon}</Box>
      <Box minW="0">
        <Text overflowWrap="anywhere">{title}</Text>
        {children ? <Text as="div" textStyle="label" color="fg.muted" overflowWrap="anywhere">{children}</Text> : null}
      </Box>
    </HStack>
  )
}

function Row({ check, receivable }: { check: Check; receivable: Receivable }) {
  const figures = figuresText(check, receivable.currency, receivable)
  const cure = cureText(check, { ...receivable, isDraft: receivable.status === 'draft' })
  // What is only a question of time or of us is no alarm.
  return (
    <Item icon={check.outcome === 'block' ? <AlertIcon /> : <ClockIcon />} title={checkText(check, receivable)}>
      {figures ? <Text>{figures}</Text> : null}
      {cure ? <Text color="fg">{cure} <Way check={check} /></Text> : null}
    </Item>
  )
}

/** Where what helps is done. */
function Way({ check: { cure } }: { check: Check }) {
  switch (cure) {
    case 'complete_onboarding':
      return <TextLink to={paths.onboarding}><Trans>Go to application</Trans></TextLink>
    case 'await_buyer_approval':
      return <TextLink to={paths.buyers}><Trans>View buyers</Trans></TextLink>
    case 'await_facility':
      return <TextLink to={paths.facility}><Trans>View facility</Trans></TextLink>
    case 'ask_for_facility':
    case 'contact_house':
    case 'tell_of_correction':
      return <Contact />
    default:
      return null
  }
}
