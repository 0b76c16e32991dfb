import { Box, Button, Heading, HStack, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { failure } from '@/api/errors'
import { canonicalOffer, type Receivable } from '@/entities/receivable/api'
import { KeptBack } from '@/entities/payment/owed'
import { useWhenPaid, useWhyStopped } from '@/entities/payment/stopped'
import { CostMore } from '@/entities/receivable/cost'
import { Curve } from '@/entities/receivable/curve'
import { formulaText, lineLabel, offerLines, percentOf, type Offer as Price } from '@/entities/receivable/price'
import { formatDay, formatInstant } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { save } from '@/lib/save-file'
import { AmountList, Figure } from '@/ui/amount-list'
import { Explained } from '@/ui/explain'
import { Failure } from '@/ui/failure'
import { Fold } from '@/ui/fold'
import { Section } from '@/ui/page'

/** The sums of a price: what the lines above lead to. */
const SUMS = ['payout', 'release', 'cost']

/** What an invoice is bought for, what that costs, and why each cent. */
export function Offer({ receivable, offer }: { receivable: Receivable; offer: Price }) {
  const { t } = useLingui()
  const { currency } = offer
  const money = (minor: number) => formatMoney(minor, currency)
  const [dueOn, whenPaid, why] = [formatDay(offer.dueOn), useWhenPaid(), useWhyStopped()]
  const payoutOn = formatDay(offer.payoutOn)
  const until = offer.validUntil ? formatInstant(offer.validUntil) : null
  const apr = typeof offer.apr === 'number' ? percentOf(offer.apr) : null
  const effective = typeof offer.effectiveRate === 'number' ? percentOf(offer.effectiveRate) : null
  const isStanding = until !== null
  return (
    <Section title={isStanding ? <Trans>Our offer</Trans> : <Trans>The offer you accepted</Trans>} lead={until ? <Trans>Valid until {until}.</Trans> : null}>
      <SimpleGrid columns={{ base: 1, sm: 3 }} gap="5">
        <Figure isMain={isStanding} label={isStanding && !why ? t`You receive now` : t({ message: 'Payout', context: 'price' })} amount={money(offer.payout)} more={isStanding ? whenPaid(offer.payoutOn) : t`on ${payoutOn}`} />
        {receivable.kind === 'factoring' || offer.release !== 0 ? <Figure label={offer.release < 0 ? t`You owe at the end` : t`You receive when your buyer pays`} amount={money(Math.abs(offer.release))} more={t`if paid on ${dueOn}`} /> : null}
        <Figure label={t`What it costs`} amount={money(offer.cost)} more={<CostMore price={offer} yearly={apr ? (effective ? t`${apr} a year (simple), ${effective} compounded` : t`${apr} a year (simple)`) : null} />} />
      </SimpleGrid>
      {isStanding ? <KeptBack currency={currency} payout={offer.payout} /> : null}
      <Box>
        <Heading as="h3" textStyle="part" mb="2">
          <Trans>Why these amounts</Trans>
        </Heading>
        <AmountList
          label={t`Why these amounts`}
          rows={offer.lines
            .filter(({ code, amount }) => amount !== 0 || SUMS.includes(code))
            .map((line) => {
              const term = offerLines.find(line.code)?.term
              const name = lineLabel(line, receivable.kind)
              return { id: line.code, label: term ? <Explained term={term}><Text as="span">{name}</Text></Explained> : name, more: formulaText(line, offer, receivable.kind, receivable.face), amount: money(line.amount), isSum: SUMS.includes(line.code) }
            })}
        />
      </Box>
      {/* In a programme it is all the same to the supplier when its buyer pays. */}
      {isStanding && receivable.kind === 'factoring' ? (
        <Box>
          <Heading as="h3" textStyle="part" mb="2">
            <Trans>If your buyer pays early or late</Trans>
          </Heading>
          <Curve offer={offer} kind={receivable.kind} words={{ when: t`If your buyer pays`, release: t`You receive when your buyer pays`, owed: t`You owe at the end` }} />
        </Box>
      ) : null}
      <Fold title={<Trans>Evidence of this offer</Trans>}>
        <Evidence receivable={receivable} hash={offer.hash} />
      </Fold>
    </Section>
  )
}

/** What the hash is of, to be checked by anybody. */
function Evidence({ receivable: { id, invoiceNumber }, hash }: { receivable: Receivable; hash: string }) {
  const download = useMutation({ mutationFn: () => canonicalOffer(id), onSuccess: (content) => { save(content, `${invoiceNumber}.json`) } })
  return (
    <Stack gap="3" align="flex-start">
      <Text textStyle="label" color="fg.muted">
        <Trans>The offer is fixed by this hash (SHA-256). You can download what it was made from.</Trans>
      </Text>
      <Text textStyle="label" fontFamily="mono" overflowWrap="anywhere">{hash}</Text>
      <HStack>
        <Button size="sm" variant="outline" loading={download.isPending} onClick={() => { download.mutate() }}>
          <Trans>Download offer</Trans>
        </Button>
      </HStack>
      <Failure {...failure(download.error)} />
    </Stack>
  )
}
