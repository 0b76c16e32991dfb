import { Box, HStack, Stack, Text } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { components } from '@/api/schema'
import { labels } from '@/lib/codes'
import { formatInstant } from '@/lib/dates'
import { text } from '@/lib/i18n'
import { paths } from '@/lib/paths'
import { CheckIcon } from '@/ui/icons'
import { TextLink } from '@/ui/text-link'
import type { FirstCash, FirstCashStep } from './first-cash-api'

type Schemas = components['schemas']

interface StepTexts {
  label: MessageDescriptor
  /** What the house does, as the company reads it. */
  ours: MessageDescriptor
  /** What its members do. */
  yours: MessageDescriptor
  /** Where they do it. */
  to: string
}

/** Each step, and what each side does in it. */
const steps = labels<Schemas['FirstCashStep'], StepTexts>({
  approved: { label: msg`Application approved`, ours: msg`We review your application.`, yours: msg`Complete your application.`, to: paths.onboarding },
  facility_offered: { label: msg`Facility offered`, ours: msg`We decide on a facility for your company.`, yours: msg`Contact us about a facility.`, to: paths.facility },
  terms_accepted: { label: msg`Terms accepted`, ours: msg`We send you the terms.`, yours: msg`Read our terms and accept them.`, to: paths.facility },
  buyer_approved: { label: msg`Buyer approved`, ours: msg`We decide on your buyers.`, yours: msg`Add a buyer that you invoice.`, to: paths.buyers },
  limit_set: { label: msg`Limit set for a buyer`, ours: msg`We decide on a limit for your buyer.`, yours: msg`Contact us about a limit.`, to: paths.buyers },
  invoice_submitted: { label: msg`Invoice submitted`, ours: msg`Your facility takes no new invoices at the moment.`, yours: msg`Enter and submit an invoice that passes our checks.`, to: paths.invoices },
  offer_accepted: { label: msg`Offer accepted`, ours: msg`We check whether we can make you an offer that fits.`, yours: msg`Accept our offer.`, to: paths.invoices },
  money_on_its_way: { label: msg`Money on its way`, ours: msg`We release the payout.`, yours: msg`Wait for the payout.`, to: paths.invoices },
})

const namesOf = ({ people }: FirstCashStep) => people.map(({ name }) => name).join(', ')

/** Who has a turn, as seen by one of the company. */
function turnOf(step: FirstCashStep, me: string | undefined): 'house' | 'you' | 'colleague' | 'nobody' {
  if (step.turn === 'house') return 'house'
  if (step.people.some(({ id }) => id === me)) return 'you'
  return step.people.length > 0 ? 'colleague' : 'nobody'
}

/** What one of the company reads of a step that waits. */
function doesText(step: FirstCashStep, me: string | undefined, stops?: string): string {
  const known = steps.find(step.step)
  const names = namesOf(step)
  switch (turnOf(step, me)) {
    case 'house':
      if (step.step === 'money_on_its_way' && stops) return t`The payout waits: ${stops}`
      return known ? text(known.ours) : t`It’s our turn.`
    case 'you':
      return known ? text(known.yours) : t`It’s your turn.`
    case 'colleague':
      return t`Waiting for ${names}.`
    case 'nobody':
      return t`Nobody in your company can do this at the moment. An owner can change roles or invite someone.`
  }
}

/** The next real step of a company, in words: one that the reader can take comes first. Null where none waits. */
export function nextText({ steps: all }: FirstCash, me: string | undefined, stops?: string): string | null {
  const waits = all.filter(({ state }) => state === 'waits')
  const next = waits.find((step) => turnOf(step, me) === 'you') ?? waits[0]
  if (!next) return null
  const does = doesText(next, me, stops)
  return t`Next: ${does}`
}

/** What stands beside "All features usable" while a company has accepted no terms; null once it has. */
export function featuresText({ steps: all }: FirstCash): string | null {
  const isAccepted = all.some(({ step, state }) => step === 'terms_accepted' && state === 'done')
  return isAccepted ? null : t`You can use all features once your company has accepted the terms of a facility.`
}

interface WayProps {
  way: FirstCash
  /** The reader, a member of the company; absent for the house. */
  me?: string | undefined
  isHouse?: boolean
  /** Why the payout waits, where something stops it. */
  stops?: string | undefined
}

/** Every step to the first payout: what is done, whose turn it is and since when. */
export function Way({ way, me, isHouse = false, stops }: WayProps) {
  const { t } = useLingui()
  return (
    <Stack as="ol" listStyleType="none" gap="0" aria-label={t`Steps to the first payout`}>
      {way.steps.map((step) => (
        <Box as="li" key={step.step} py="3" borderBottomWidth="1px" _last={{ borderBottomWidth: '0' }} data-state={step.state}>
          <HStack gap="2" align="baseline">
            {step.state === 'done' ? <CheckIcon /> : null}
            <Text fontWeight={step.state === 'waits' ? 'semibold' : undefined} color={step.state === 'later' ? 'fg.muted' : undefined}>
              {steps.labelOf(step.step)}
            </Text>
          </HStack>
          <Text textStyle="label" color="fg.muted" overflowWrap="anywhere">
            {step.state === 'done' ? <Trans>Done</Trans> : step.state === 'later' ? <Trans>After the steps before it</Trans> : isHouse ? <HousesTurn step={step} /> : <Turn step={step} me={me} stops={stops} />}
          </Text>
        </Box>
      ))}
    </Stack>
  )
}

function Since({ step: { since } }: { step: FirstCashStep }) {
  const when = since ? formatInstant(since) : null
  return when ? <Trans>Waiting since {when}.</Trans> : null
}

function Turn({ step, me, stops }: { step: FirstCashStep; me: string | undefined; stops: string | undefined }) {
  const known = steps.find(step.step)
  const does = doesText(step, me, stops)
  return (
    <>
      {turnOf(step, me) === 'you' && known ? <TextLink to={known.to}>{does}</TextLink> : does} <Since step={step} />
    </>
  )
}

function HousesTurn({ step }: { step: FirstCashStep }) {
  const names = namesOf(step)
  return (
    <>
      {step.turn === 'house' ? <Trans>Our turn.</Trans> : names ? <Trans>The company’s turn: {names}.</Trans> : <Trans>The company’s turn, and nobody there can do it.</Trans>} <Since step={step} />
    </>
  )
}
