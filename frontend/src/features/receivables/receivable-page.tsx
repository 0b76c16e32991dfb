import { Box, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { failure } from '@/api/errors'
import { groupedIban } from '@/entities/company/labels'
import { useOperatorMay } from '@/entities/operator/api'
import { NeedsRight } from '@/entities/operator/needs-right'
import { discountsText } from '@/entities/receivable/cash-discounts'
import { useAuthors, useExamined, type Examined } from '@/entities/receivable/house'
import { Standing } from '@/entities/receivable/house-badges'
import { disputeEnds } from '@/entities/receivable/house-labels'
import { Lateness } from '@/entities/receivable/lateness'
import { disputeReasons } from '@/entities/receivable/statuses'
import { formatDay, formatInstant } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { useParams } from '@/lib/navigation'
import { companyPath, debtorPath, paths } from '@/lib/paths'
import { Figure } from '@/ui/amount-list'
import { Answer } from '@/ui/answer'
import { Notice } from '@/ui/notice'
import { Page, Section } from '@/ui/page'
import { TextLink } from '@/ui/text-link'
import { Act } from './act'
import { Acts } from './acts'
import { Entries, Payouts } from './booked'
import { Correspondence } from './correspondence'
import { Checks, Documents, Evidence, Offer, Position, Settlement } from './parts'

/** One receivable, with everything the house knows of it and may do about it. */
export default function ReceivablePage() {
  const { t } = useLingui()
  const { id = '' } = useParams<{ id: string }>()
  return (
    <NeedsRight title={t`Receivable`} right="read_receivables">
      <One key={id} id={id} />
    </NeedsRight>
  )
}

function One({ id }: { id: string }) {
  const { t } = useLingui()
  const { data: receivable, error, refetch, isFetching } = useExamined(id)
  const number = receivable?.invoiceNumber
  return (
    <Page title={number ? t`Receivable ${number}` : t`Receivable`} lead={<TextLink to={paths.receivables}>{t`Receivables`}</TextLink>}>
      <Answer isThere={receivable !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading the receivable`}>
        {receivable ? <Whole receivable={receivable} /> : null}
      </Answer>
    </Page>
  )
}

function Whole({ receivable }: { receivable: Examined }) {
  const { t } = useLingui()
  const [seesCompanies, seesDebtors] = [useOperatorMay('read_applications'), useOperatorMay('read_facilities')]
  const { id, currency, figures, face, dueOn, sellerId, sellerName, debtorId, debtorName, settlement, lateness } = receivable
  const [said, day] = [formatMoney(face, currency), formatDay(dueOn)]
  return (
    <Stack gap={{ base: '6', md: '8' }}>
      <Stack gap="4">
        <Standing receivable={receivable} />
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="5" alignItems="end">
          <Figure isMain label={t`Invoice amount`} amount={formatMoney(figures.face, currency)} more={figures.face === face ? null : t`The invoice says ${said}.`} />
          <Figure label={t`Due`} amount={formatDay(figures.dueOn)} more={figures.dueOn === dueOn ? null : t`The invoice says ${day}.`} />
          <Who label={t`Seller`} name={sellerName} at={seesCompanies ? companyPath(sellerId) : null} to={`${paths.receivables}?companyId=${sellerId}`} all={t`All of this seller`} />
          <Who label={t`Debtor`} name={debtorName} at={debtorId && seesDebtors ? debtorPath(debtorId) : null} to={debtorId ? `${paths.receivables}?debtorId=${debtorId}` : null} all={t`All of this debtor`} />
        </SimpleGrid>
      </Stack>
      <Whys receivable={receivable} />
      {lateness ? <Lateness late={lateness} kind={receivable.kind} currency={currency} reader="house" dueOn={receivable.dueOn} /> : null}
      <Act receivable={receivable} />
      <Checks receivable={receivable} />
      {settlement ? <Settlement receivable={receivable} /> : <Position receivable={receivable} />}
      <Documents receivable={receivable} />
      <Evidence receivable={receivable} />
      <Correspondence id={id} currency={currency} />
      <Acts id={id} currency={currency} />
      <Offer receivable={receivable} />
      <Payouts id={id} />
      <Entries id={id} />
      <Facts receivable={receivable} />
    </Stack>
  )
}

interface WhoProps {
  label: string
  name: string | null | undefined
  /** The screen of whoever it is, for those who may see it. */
  at: string | null
  to: string | null
  all: string
}

function Who({ label, name, at, to, all }: WhoProps) {
  return (
    <Box minW="0">
      <Text textStyle="label" color="fg.muted">{label}</Text>
      <Text overflowWrap="anywhere">{name && at ? <TextLink to={at}>{name}</TextLink> : (name ?? '–')}</Text>
      {to ? <Text textStyle="label" mt="2"><TextLink to={to}>{all}</TextLink></Text> : null}
    </Box>
  )
}

/** What keeps it: a hold, a dispute, why it was rejected. */
function Whys({ receivable: { id, hold, dispute, rejection, currency } }: { receivable: Examined }) {
  const { t } = useLingui()
  const authors = useAuthors(id)
  const holder = hold ? authors.get(hold.by) : undefined
  const disputant = dispute?.by ? authors.get(dispute.by) : dispute ? t`the debtor` : undefined
  const [held, amount, reason, since] = [hold ? formatInstant(hold.since) : '', dispute ? formatMoney(dispute.amount, currency) : '', dispute ? disputeReasons.labelOf(dispute.reason) : '', dispute ? formatInstant(dispute.since) : '']
  const ended = dispute?.end ? disputeEnds.labelOf(dispute.end) : ''
  return (
    <>
      {hold ? (
        <Notice status="warning" title={t`On hold since ${held}`}>
          {holder ? <Box><Trans>By {holder}</Trans></Box> : null}
          <Box whiteSpace="pre-line">{hold.note}</Box>
        </Notice>
      ) : null}
      {dispute && !dispute.end ? (
        <Notice status="warning" title={t`Disputed since ${since}`}>
          <Trans>{amount} is disputed: {reason}.</Trans>
          {disputant ? <Box><Trans>Entered by {disputant}</Trans></Box> : null}
          {dispute.note ? <Box whiteSpace="pre-line">{dispute.note}</Box> : null}
        </Notice>
      ) : null}
      {dispute?.end ? (
        <Notice status="info" title={t`Dispute ended: ${ended}`}>
          <Trans>{amount} was disputed on {since}: {reason}.</Trans>
          {disputant ? <Box><Trans>Entered by {disputant}</Trans></Box> : null}
          {dispute.note ? <Box whiteSpace="pre-line">{dispute.note}</Box> : null}
        </Notice>
      ) : null}
      {rejection ? (
        <Notice status="info" title={t`Why it was declined`}>
          <Box whiteSpace="pre-line">{rejection}</Box>
        </Notice>
      ) : null}
    </>
  )
}

/** The invoice as it was entered. */
function Facts({ receivable: { number, invoiceNumber, issuedOn, dueOn, face, currency, orderReference, note, reference, cashDiscounts, entered, submitted } }: { receivable: Examined }) {
  const { t } = useLingui()
  const facts = [
    { id: 'invoice', label: t`Invoice number`, value: invoiceNumber },
    { id: 'number', label: t`Our number`, value: number ? String(number) : null },
    { id: 'face', label: t`Total with tax`, value: formatMoney(face, currency) },
    { id: 'issuedOn', label: t`Invoice date`, value: formatDay(issuedOn) },
    { id: 'dueOn', label: t`Due date`, value: formatDay(dueOn) },
    { id: 'discount', label: t`Cash discount`, value: discountsText(cashDiscounts, currency) },
    { id: 'order', label: t`Order reference`, value: orderReference },
    { id: 'reference', label: t`Payment reference`, value: groupedIban(reference) },
    { id: 'entered', label: t`Details as of`, value: formatInstant(entered.at) },
    { id: 'submitted', label: t({ message: 'Submitted', context: 'receivable' }), value: submitted ? formatInstant(submitted.at) : null },
    { id: 'note', label: t`Note of the seller`, value: note },
  ]
  return (
    <Section title={<Trans>Invoice details</Trans>}>
      <SimpleGrid as="dl" gridTemplateColumns="repeat(auto-fill, minmax(min(13rem, 100%), 1fr))" gapX="6" gapY="3">
        {facts
          .filter(({ value }) => value)
          .map(({ id, label, value }) => (
            <Box key={id} minW="0">
              <Text as="dt" color="fg.muted" textStyle="label">{label}</Text>
              <Text as="dd" overflowWrap="anywhere" whiteSpace="pre-line" fontVariantNumeric="tabular-nums">{value}</Text>
            </Box>
          ))}
      </SimpleGrid>
    </Section>
  )
}
