import { Box, Heading, SimpleGrid, Skeleton, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { failure, fieldErrors } from '@/api/errors'
import { example, useExampleQuote } from '@/entities/facility/house'
import type { Terms } from '@/entities/facility/terms'
import { Curve } from '@/entities/receivable/curve'
import { formulaText, lineLabel, percentOf } from '@/entities/receivable/price'
import { formatDays } from '@/lib/dates'
import { decimals, formatMoney } from '@/lib/money'
import { useDelayed } from '@/lib/use-delayed'
import { AmountList, Figure } from '@/ui/amount-list'
import { Failure } from '@/ui/failure'
import { Fold } from '@/ui/fold'
import { Panel } from '@/ui/page'

const QUOTE_AFTER_MS = 400

/** The sums of a price: what the lines above lead to. */
const SUMS = ['payout', 'release', 'cost']

/** Beside terms that are being typed: what they come to for an example, by the code that prices invoices. */
export function Quote({ terms }: { terms: Terms | null }) {
  const { t } = useLingui()
  // Typing asks nothing until it pauses; as text, for each reading of the form is another object.
  const asked = useDelayed(terms ? JSON.stringify(terms) : '', QUOTE_AFTER_MS)
  const { data: offer, error, isFetching } = useExampleQuote(asked ? (JSON.parse(asked) as Terms) : null)
  const isWhole = terms !== null
  const kind = terms?.kind ?? 'factoring'
  const currency = terms?.currency ?? offer?.currency ?? 'EUR'
  const [face, days] = [formatMoney(example.face * 10 ** decimals(currency), currency), formatDays(example.days)]
  const refused = Object.keys(fieldErrors(error))
  return (
    <Panel>
      <Stack gap="5" as="section" aria-label={t`Example`} aria-busy={isFetching}>
        <Box>
          <Heading as="h2" textStyle="part">
            <Trans>Example</Trans>
          </Heading>
          <Text color="fg.muted" textStyle="label">
            <Trans>An invoice of {face}, paid out today and due in {days}.</Trans>
          </Text>
        </Box>
        {!isWhole ? (
          <Text color="fg.muted" role="status">
            <Trans>Correct the marked fields to see the example.</Trans>
          </Text>
        ) : error ? (
          refused.some((field) => field.startsWith('terms.')) ? (
            <Stack gap="1">
              <Failure sentence={t`These terms can’t be offered.`} until={null} />
              <Text color="fg.muted" textStyle="label">
                <Trans>Sending them shows the reason at each field.</Trans>
              </Text>
            </Stack>
          ) : (
            <Failure {...failure(error)} {...(refused.length > 0 ? { sentence: Object.values(fieldErrors(error)).join(' ') } : {})} />
          )
        ) : offer ? (
          <Stack gap="5" opacity={isFetching ? 0.6 : 1}>
            {/* The amount takes a line of its own where both do not fit: it is never printed over the other. */}
            <SimpleGrid minChildWidth="min(100%, 12rem)" gap="4">
              <Figure isMain label={t({ message: 'Payout', context: 'price' })} amount={formatMoney(offer.payout, offer.currency)} />
              <Figure label={t`Cost a year (simple)`} amount={typeof offer.apr === 'number' ? percentOf(offer.apr) : '–'} />
            </SimpleGrid>
            <AmountList
              label={t`Why these amounts`}
              rows={offer.lines
                .filter(({ code, amount }) => amount !== 0 || SUMS.includes(code))
                .map((line) => ({
                  id: line.code,
                  label: line.code === 'release' ? t`Release when the debtor pays` : lineLabel(line, kind),
                  more: line.formula.kind === 'given' ? null : formulaText(line, offer, kind),
                  amount: formatMoney(line.amount, offer.currency),
                  isSum: SUMS.includes(line.code),
                }))}
            />
            <Fold title={<Trans>If the debtor pays early or late</Trans>} isOpen>
              {/* Other terms begin at the due date again. */}
              <Curve key={offer.dueOn} offer={offer} kind={kind} words={{ when: t`If the debtor pays`, release: t`The seller receives then`, owed: t`The seller owes at the end` }} />
            </Fold>
          </Stack>
        ) : (
          <Stack gap="2" role="status" aria-label={t`Loading the example`} data-loading>
            <Skeleton h="12" />
            <Skeleton h="32" />
          </Stack>
        )}
      </Stack>
    </Panel>
  )
}
