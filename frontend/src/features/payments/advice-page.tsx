import { Box, Heading, HStack, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { failure } from '@/api/errors'
import { accountOf } from '@/entities/company/labels'
import { advicePaper, partLabel, useAdvice, type AdvisedPayout, type AdvisedTransfer, type BatchAdvice } from '@/entities/payment/advice'
import { payoutPurposes, payoutStatuses } from '@/entities/payment/labels'
import { bankReason, sentenceOf } from '@/entities/payment/return-reasons'
import { Paper } from '@/entities/receivable/paper'
import { formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { useParams } from '@/lib/navigation'
import { invoicePath, payablePath, paths } from '@/lib/paths'
import { AmountList } from '@/ui/amount-list'
import { Answer } from '@/ui/answer'
import { CodeBadge } from '@/ui/code-badge'
import { OnPaper, PrintButton } from '@/ui/on-paper'
import { Page, Section } from '@/ui/page'
import { TextLink } from '@/ui/text-link'
import { AdviceCsv } from './advice-csv'

/** What each transfer of a batch consists of, for whoever keeps the company's books. */
export default function AdvicePage() {
  const { t } = useLingui()
  const { batch } = useParams<{ batch: string }>()
  const { data: advice, error, refetch, isFetching } = useAdvice(batch)
  return (
    <Page
      title={t`Payout advice`}
      lead={<Trans>What each transfer under <TextLink to={paths.payments}>Payments</TextLink> consists of, to the cent.</Trans>}
      actions={
        advice ? (
          <HStack gap="2" wrap="wrap" align="flex-start" data-not-on-paper>
            {advice.isOver ? <Paper path={advicePaper(advice.batch)} name={`payout-advice-${advice.batch}`} /> : null}
            <PrintButton />
            <AdviceCsv advice={advice} />
          </HStack>
        ) : null
      }
    >
      <OnPaper />
      <Answer isThere={advice !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading the advice`}>
        {advice ? <Advice advice={advice} /> : null}
      </Answer>
    </Page>
  )
}

/** From whom it is and to whom, as a paper has it. */
function Letterhead({ advice: { from, to } }: { advice: BatchAdvice }) {
  const { t } = useLingui()
  const numbers = [from?.registrationNumber, from?.taxNumber].filter(Boolean).join(' · ')
  const sender = from ? [from.legalName, from.address.street, [from.address.postalCode, from.address.city].filter(Boolean).join(' '), [from.email, from.phone].filter(Boolean).join(' · '), numbers] : []
  return (
    <SimpleGrid display="none" _print={{ display: 'grid' }} columns={2} gap="8">
      <Lines label={t({ message: 'To', context: 'letter' })} lines={to} />
      <Lines label={t({ message: 'From', context: 'letter' })} lines={sender.filter((line) => line !== '')} />
    </SimpleGrid>
  )
}

function Lines({ label, lines }: { label: string; lines: readonly string[] }) {
  return lines.length > 0 ? (
    <Box as="address" fontStyle="normal" minW="0" overflowWrap="anywhere" aria-label={label}>
      <Text color="fg.muted" textStyle="label">{label}</Text>
      {lines.map((line, place) => <Text key={place}>{line}</Text>)}
    </Box>
  ) : null
}

function Advice({ advice }: { advice: BatchAdvice }) {
  const { transfers, setOffWhole } = advice
  return (
    <Stack gap="8">
      <Letterhead advice={advice} />
      {transfers.map((transfer) => (
        <Transfer key={transfer.id} transfer={transfer} />
      ))}
      {setOffWhole.length > 0 ? (
        <Section title={<Trans>Set off in full</Trans>} lead={<Trans>We used these payouts to settle what you owed us. Nothing of them was transferred.</Trans>}>
          {setOffWhole.map(({ payout, currency }) => (
            <Parts key={payout.id} payout={payout} currency={currency} />
          ))}
        </Section>
      ) : null}
    </Stack>
  )
}

/** One amount on the bank's statement, and what it is made of. */
function Transfer({ transfer: { id, amount, currency, on, account, payouts } }: { transfer: AdvisedTransfer }) {
  const { t } = useLingui()
  const sum = formatMoney(amount, currency)
  const isAnyBack = payouts.some(({ status }) => status === 'returned')
  const facts = [
    { name: 'on', label: t`Ordered on`, value: formatDay(on) },
    { name: 'account', label: t`To account`, value: accountOf(account) },
    { name: 'id', label: t`End-to-end reference`, value: id, more: isAnyBack ? undefined : t`Look for it on your bank statement.` },
  ]
  return (
    <Section title={<Trans>Transfer of {sum}</Trans>}>
      <SimpleGrid as="dl" gridTemplateColumns="repeat(auto-fill, minmax(min(19rem, 100%), 1fr))" gapX="6" gapY="3">
        {facts.map(({ name, label, value, more }) => (
          <Box key={name} minW="0">
            <Text as="dt" color="fg.muted" textStyle="label">
              {label}
            </Text>
            <Text as="dd" overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
              {value}
              {more ? (
                <Text as="span" display="block" textStyle="label" color="fg.muted">
                  {more}
                </Text>
              ) : null}
            </Text>
          </Box>
        ))}
      </SimpleGrid>
      {payouts.length > 1 ? (
        <AmountList
          label={t`Payouts in this transfer`}
          rows={[
            ...payouts.map((payout) => ({ id: payout.id, label: payout.invoice ?? '–', more: [payoutPurposes.labelOf(payout.purpose), payout.status === 'returned' ? t`returned` : null].filter(Boolean).join(', '), amount: formatMoney(payout.net, currency) })),
            { id: 'sum', label: isAnyBack ? t`Transfer ordered` : t({ message: 'Transfer', context: 'advice' }), amount: sum, isSum: true },
          ]}
        />
      ) : null}
      {payouts.map((payout) => (
        <Parts key={payout.id} payout={payout} currency={currency} />
      ))}
    </Section>
  )
}

/** A payout, fee by fee and set-off by set-off. */
function Parts({ payout, currency }: { payout: AdvisedPayout; currency: string }) {
  const { t } = useLingui()
  const { invoice, debtor, purpose, status, receivableId, gross, parts, setOffs, net, returnedOn, returnReason } = payout
  const back = returnedOn ? formatDay(returnedOn) : null
  const isShare = purpose === 'buyer_share'
  const path = isShare ? payablePath : invoicePath
  const money = (minor: number) => formatMoney(minor, currency)
  const what = payoutPurposes.labelOf(purpose)
  const kept = setOffs.map(({ receivableId: of, invoiceNumber, amount }) => {
    const link = <TextLink to={path(of)}>{invoiceNumber}</TextLink>
    return { id: of, label: <Trans>Set off for {link}</Trans>, amount: money(-amount) }
  })
  return (
    <Box breakInside="avoid">
      <HStack gap="3" wrap="wrap">
        <Heading as="h3" textStyle="part" overflowWrap="anywhere">
          {receivableId ? <TextLink to={path(receivableId)}>{invoice ?? '–'}</TextLink> : (invoice ?? '–')}
        </Heading>
        {status === 'returned' ? <CodeBadge labels={payoutStatuses} code={status} /> : null}
      </HStack>
      <Text color="fg.muted">{debtor && !isShare ? `${debtor} · ${what}` : what}</Text>
      {back ? (
        <Text color="fg.muted">
          <Trans>It came back on {back} and isn’t in your bank account. Another payout takes its place.</Trans> {returnReason ? sentenceOf(bankReason(returnReason)) : null}
        </Text>
      ) : null}
      <AmountList
        label={[invoice, what].filter(Boolean).join(': ')}
        rows={[
          ...parts.map((part) => ({ id: part.kind, label: partLabel(part, payout), amount: money(part.amount) })),
          // One part is all of it, and says so by itself.
          ...(kept.length > 0 && parts.length > 1 ? [{ id: 'gross', label: t`Due to you`, amount: money(gross), isSum: true }] : []),
          ...kept,
          { id: 'net', label: payout.status === 'executed' || net === 0 ? t`Paid to you` : payout.status === 'returned' ? t`Returned, not paid to you` : t`Transfer ordered`, amount: money(net), isSum: true },
        ]}
      />
    </Box>
  )
}
