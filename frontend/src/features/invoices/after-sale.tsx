import { Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schemas } from '@/api/client'
import { paidOf, statementCause, statementLabel, type Offer } from '@/entities/receivable/price'
import { paidText } from '@/entities/receivable/payments'
import { advanceOut } from '@/entities/receivable/statuses'
import { formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { paths } from '@/lib/paths'
import { AmountList } from '@/ui/amount-list'
import { Explained } from '@/ui/explain'
import { Section } from '@/ui/page'
import { TextLink } from '@/ui/text-link'
import { PaidFor } from './paid-for'

/** What is left of an invoice that was sold. */
export function Position({ id, position, offer, currency }: { id: string; position: Schemas['PositionBody']; offer: Offer | null | undefined; currency: string }) {
  const { t } = useLingui()
  const money = (minor: number) => formatMoney(minor, currency)
  const day = position.coming ? formatDay(position.coming.on) : ''
  const paid = paidOf({ offer, position })
  return (
    <Section title={<Trans>Position</Trans>} lead={paid > 0 && position.open === 0 ? <Trans>Your buyer has paid. Once our bank has confirmed your payout, the invoice closes and you see here what else you receive.</Trans> : null}>
      <AmountList
        label={t`Position`}
        rows={[
          ...(paid > 0 ? [{ id: 'paid', label: t`Your buyer has paid`, more: paidText(position, currency, 'seller'), amount: money(paid) }] : []),
          { id: 'open', label: <Explained term="open"><Text as="span"><Trans>Your buyer still has to pay</Trans></Text></Explained>, amount: money(position.open) },
          ...(position.out > 0 ? [{ id: 'out', label: <Explained term="out"><Text as="span">{advanceOut.labelOf(position.advance ?? 'sent')}</Text></Explained>, amount: money(position.out) }] : []),
          ...(position.diluted > 0 ? [{ id: 'diluted', label: t`Credit notes and deductions`, amount: money(position.diluted) }] : []),
          ...(position.withSeller > 0 ? [{ id: 'withSeller', label: t`Paid to you: please forward it to us`, amount: money(position.withSeller) }] : []),
          ...(position.withAdvance && position.withAdvance.amount !== 0 ? [{ id: 'withAdvance', label: position.withAdvance.amount < 0 ? t`You owe once your payout is confirmed` : t`You receive once your payout is confirmed`, amount: money(Math.abs(position.withAdvance.amount)) }] : []),
          ...(position.coming && position.coming.amount !== 0 ? [{ id: 'coming', label: position.coming.amount < 0 ? t`You owe at the end` : t`You receive when your buyer pays`, more: t`if paid on ${day}`, amount: money(Math.abs(position.coming.amount)) }] : []),
        ]}
      />
      <PaidFor id={id} currency={currency} />
      <Text color="fg.muted" textStyle="label">
        <Trans>What we sent you is under <TextLink to={paths.payments}>Payments</TextLink>.</Trans>
      </Text>
    </Section>
  )
}

/** How it ended: from the release that was offered to what came of it, each difference with its cause. */
export function Settlement({ id, kind, settlement, position, offer, currency }: { id: string; kind: Schemas['FacilityKind']; settlement: Schemas['SettledBody']; position: Schemas['PositionBody'] | null | undefined; offer: Offer | null | undefined; currency: string }) {
  const { t } = useLingui()
  const money = (minor: number) => formatMoney(minor, currency)
  const [toSeller, owes] = [money(settlement.toSeller), money(settlement.sellerOwes)]
  const paid = position ? paidText(position, currency, 'seller') : null
  return (
    <Section
      title={<Trans context="statement">Settlement</Trans>}
      lead={settlement.sellerOwes > 0 ? <Trans>You owed us {owes} at the end.</Trans> : <Trans>At the end you were due {toSeller} in addition to the payout.</Trans>}
    >
      <AmountList
        label={t({ message: 'Settlement', context: 'statement' })}
        rows={settlement.lines.map((line, place) => ({ id: `${line.code} ${place}`, label: statementLabel(line), more: statementCause(line, offer, kind), amount: money(line.amount), isSum: line.code === 'settled' }))}
      />
      {paid ? <Text color="fg.muted" textStyle="label"><Trans>Paid: {paid}</Trans></Text> : null}
      <PaidFor id={id} currency={currency} owes={settlement.sellerOwes} />
    </Section>
  )
}
