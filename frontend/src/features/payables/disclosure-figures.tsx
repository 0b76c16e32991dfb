import { Box, Heading, Stack, Text } from '@chakra-ui/react'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Schemas } from '@/api/client'
import { termsGroups } from '@/entities/facility/terms'
import { TermsList } from '@/entities/facility/terms-list'
import { disclosedFigures, isDisclosedFigure, type DisclosedFigure, type DisclosedPayable, type Disclosure } from '@/entities/programme/disclosure'
import { addDays, formatDay, formatDays } from '@/lib/dates'
import { text } from '@/lib/i18n'
import { formatMoney } from '@/lib/money'
import { useQuery } from '@/lib/navigation'
import { formatNumber, formatPercent } from '@/lib/numbers'
import { payablePath, paths } from '@/lib/paths'
import { Fold } from '@/ui/fold'
import { Section } from '@/ui/page'
import { Table, type Column } from '@/ui/table'
import { TextLink } from '@/ui/text-link'

interface Props {
  disclosure: Disclosure
  from: string
  to: string
}

/** The report of one currency: as IAS has it, as ASU has it, what is behind a figure, and the terms. */
export function InCurrency({ disclosure, from, to }: Props) {
  const { currency, payables, terms } = disclosure
  const [query] = useQuery()
  const shown = query.get('currency') === currency ? (query.get('show') ?? '') : ''
  return (
    <Section title={currency}>
      <Stack gap="8">
        <AtBothEnds disclosure={disclosure} from={from} to={to} />
        <Movement disclosure={disclosure} from={from} to={to} />
        {isDisclosedFigure(shown) ? <Behind figure={shown} currency={currency} payables={payables} /> : null}
        {terms ? <ProgrammeTerms terms={terms} to={to} /> : null}
      </Stack>
    </Section>
  )
}

/** An amount that leads to the payables it is the sum of. */
function Amount({ id, disclosure: { currency, figures }, from, to }: Props & { id: DisclosedFigure }) {
  const minor = disclosedFigures[id].of(figures)
  const amount = formatMoney(minor, currency)
  return minor === 0 ? amount : <TextLink to={`${paths.disclosure}?from=${from}&to=${to}&currency=${currency}&show=${id}`}>{amount}</TextLink>
}

interface Line {
  id: string
  label: string
  cells: readonly ReactNode[]
}

function Lines({ label, lead, heads, lines }: { label: string; lead: ReactNode; heads: readonly string[]; lines: Line[] }) {
  const { t } = useLingui()
  const columns: Column<Line>[] = [
    { id: 'label', label: t({ message: 'Figure', context: 'disclosure' }), cell: (line) => line.label },
    ...heads.map((head, index) => ({ id: head, label: head, isFigure: index > 0 || heads.length === 2, cell: ({ cells }: Line) => cells[index] })),
  ]
  return (
    <Stack gap="2">
      <Heading as="h3" textStyle="part">
        {label}
      </Heading>
      <Text color="fg.muted">{lead}</Text>
      <Table label={label} rows={lines} columns={columns} keyOf={({ id }) => id} nameOf={({ label: name }) => name} to={() => null} />
    </Stack>
  )
}

function rangeOf(days: Schemas['DaysBody'] | null | undefined): string {
  if (!days) return '–'
  const { least, most } = days
  return least === most ? formatDays(most) : `${formatNumber(least)}–${formatDays(most)}`
}

function AtBothEnds({ disclosure, from, to }: Props) {
  const { t } = useLingui()
  const { openingDays, closingDays } = disclosure
  const amounts = (opening: DisclosedFigure, closing: DisclosedFigure) => [opening, closing].map((id) => <Amount key={id} id={id} disclosure={disclosure} from={from} to={to} />)
  const hasOutside = Boolean(openingDays.outside ?? closingDays.outside)
  return (
    <Stack gap="2">
      <Lines
        label={t`Carrying amounts and due dates (IAS 7.44H)`}
        lead={<Trans>What you owe for payables you approved. Days run from the invoice date to the due date.</Trans>}
        heads={[formatDay(addDays(from, -1)), formatDay(to)]}
        lines={[
          { id: 'owed', label: t`Owed in the programme`, cells: amounts('openingOwed', 'closingOwed') },
          { id: 'paid-early', label: t`Of this, suppliers already paid`, cells: amounts('openingPaidEarly', 'closingPaidEarly') },
          { id: 'inside', label: t`Range of due dates in the programme`, cells: [rangeOf(openingDays.inside), rangeOf(closingDays.inside)] },
          { id: 'outside', label: t`Comparable payables outside the programme`, cells: amounts('openingOutside', 'closingOutside') },
          { id: 'outside-days', label: t`Range of due dates outside the programme`, cells: [rangeOf(openingDays.outside), rangeOf(closingDays.outside)] },
        ]}
      />
      <Text textStyle="label" color="fg.muted">
        {hasOutside ? (
          <Trans>Outside are invoices you entered here that were issued, not approved by that day and not due yet. Add those you never entered here from your own books.</Trans>
        ) : (
          <Trans>There are no payables outside the programme here. Invoices you never entered here are missing: add them from your own books.</Trans>
        )}
      </Text>
    </Stack>
  )
}

function Movement({ disclosure, from, to }: Props) {
  const { t } = useLingui()
  const noCash = t`Non-cash change`
  const owedOn = (date: string) => {
    const day = formatDay(date)
    return t`Owed on ${day}`
  }
  const line = (id: DisclosedFigure, label: string, kind = '') => ({ id, label, cells: [kind, <Amount key={id} id={id} disclosure={disclosure} from={from} to={to} />] })
  return (
    <Lines
      label={t`Movement in the period (ASU 2022-04)`}
      lead={<Trans>Non-cash changes also belong in the note under IAS 7.44H.</Trans>}
      heads={[t`Type`, t`Amount`]}
      lines={[
        line('openingOwed', owedOn(addDays(from, -1))),
        line('confirmed', text(disclosedFigures.confirmed.label)),
        line('paid', text(disclosedFigures.paid.label), t`Payment`),
        line('credited', text(disclosedFigures.credited.label), noCash),
        line('corrected', text(disclosedFigures.corrected.label), noCash),
        line('waived', text(disclosedFigures.waived.label), noCash),
        line('leftToBuyer', text(disclosedFigures.leftToBuyer.label), t`Leaves the programme`),
        line('closingOwed', owedOn(to)),
        line('closingPaidEarly', t`Of this, suppliers already paid`),
        line('closingNotPaidEarly', t`Of this, suppliers not paid yet`),
      ]}
    />
  )
}

/** The payables whose sum a figure is. */
function Behind({ figure, currency, payables }: { figure: DisclosedFigure; currency: string; payables: readonly DisclosedPayable[] }) {
  const { t } = useLingui()
  const { label, of } = disclosedFigures[figure]
  const rows = payables.filter(({ figures }) => of(figures) !== 0)
  const name = text(label)
  const sum = formatMoney(rows.reduce((all, { figures }) => all + of(figures), 0), currency)
  const columns: Column<DisclosedPayable>[] = [
    { id: 'number', label: t`Invoice`, cell: ({ invoiceNumber }) => invoiceNumber },
    { id: 'supplier', label: t`Supplier`, cell: ({ supplierName }) => supplierName ?? '–', isBlank: ({ supplierName }) => !supplierName },
    { id: 'issued', label: t`Invoice date`, isShort: true, cell: ({ issuedOn }) => formatDay(issuedOn) },
    { id: 'due', label: t`Due`, isShort: true, cell: ({ dueOn }) => formatDay(dueOn) },
    { id: 'confirmed', label: t`Approved on`, isShort: true, cell: ({ confirmedOn }) => (confirmedOn ? formatDay(confirmedOn) : '–'), isBlank: ({ confirmedOn }) => !confirmedOn },
    { id: 'days', label: t`Days from invoice to due date`, isFigure: true, cell: ({ openingDays, closingDays }) => formatNumber(figure.startsWith('opening') ? openingDays : closingDays) },
    { id: 'amount', label: t`Amount`, isFigure: true, cell: ({ figures }) => formatMoney(of(figures), currency) },
  ]
  return (
    <Stack gap="2">
      <Heading as="h3" textStyle="part">
        <Trans>Payables behind: {name}</Trans>
      </Heading>
      <Table label={t`Payables behind: ${name}`} rows={rows} columns={columns} keyOf={({ id }) => id} nameOf={({ invoiceNumber }) => invoiceNumber} to={({ id }) => payablePath(id)} />
      <Text px="3" textAlign="end" fontVariantNumeric="tabular-nums">
        <Trans>Total: {sum}</Trans>
      </Text>
    </Stack>
  )
}

/** The terms and conditions, in words and whole. */
function ProgrammeTerms({ terms, to }: { terms: Schemas['TermsBody']; to: string }) {
  const { t } = useLingui()
  const day = formatDay(to)
  const rate = formatPercent(terms.lateRate / 10_000, 2)
  const share = formatPercent((terms.buyerShare ?? 0) / 10_000, 2)
  return (
    <Stack gap="3">
      <Heading as="h3" textStyle="part">
        <Trans>Terms and conditions on {day}</Trans>
      </Heading>
      <Box as="ul" ps="5" listStyleType="disc">
        <li><Trans>You approve a payable: an irrevocable promise to pay its amount on its due date.</Trans></li>
        <li><Trans>Your supplier may choose to be paid early by us. Then you pay us, else you pay your supplier.</Trans></li>
        <li><Trans>The due date stays that of the invoice, whether or not your supplier is paid early.</Trans></li>
        <li><Trans>Your supplier bears the discount and fees of early payment. Your share of the discount: {share}.</Trans></li>
        <li>{terms.graceDays === 0 ? <Trans>If you pay us late, we charge {rate} a year from the due date.</Trans> : plural(terms.graceDays, { one: `If you pay us late, we charge ${rate} a year from # day after the due date.`, other: `If you pay us late, we charge ${rate} a year from # days after the due date.` })}</li>
      </Box>
      <Fold title={t`All terms`}>
        <TermsList groups={termsGroups(terms)} />
      </Fold>
    </Stack>
  )
}
