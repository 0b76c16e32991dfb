import { Button, HStack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Schemas } from '@/api/client'
import { fieldErrors, retryAt } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { useAgainWhenBack } from '@/api/reconnect'
import { Awaits } from '@/entities/approval/awaits'
import { groupedIban } from '@/entities/company/labels'
import { accountOwners } from '@/entities/debtor/account-owner'
import { useRefund, type Debtor, type Refund as Refunded } from '@/entities/debtor/api'
import { useOperatorMay } from '@/entities/operator/api'
import { WhoCan } from '@/entities/operator/looks-only'
import { besideFields } from '@/entities/receivable/house-refusals'
import { after } from '@/lib/after'
import { formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { AmountList } from '@/ui/amount-list'
import { Failure } from '@/ui/failure'
import { Notice } from '@/ui/notice'
import { Panel, Section } from '@/ui/page'
import { SmallForm, type SmallField } from '@/ui/small-form'
import { toast } from '@/ui/toasts'

type Credit = NonNullable<Debtor['credits']>[number]
type Refundable = Credit['receipts'][number]
type Waiting = Schemas['WaitingBody']

const isDebtors = ({ owner }: Refundable) => owner === 'debtor'

/** What the debtor has paid too much, and the way back for it. Only those who see payments are told. */
export function Credits({ debtor: { id, credits = [] } }: { debtor: Debtor }) {
  const { t } = useLingui()
  const may = useOperatorMay('manage_payments')
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  if (!credits || credits.length === 0) return null
  return (
    <Section title={t({ message: 'Credit', context: 'debtor' })} lead={<Trans>What the debtor paid too much. It can pay other invoices, or go back.</Trans>}>
      {waiting ? <Awaits waiting={waiting} /> : null}
      <AmountList label={t({ message: 'Credit', context: 'debtor' })} rows={credits.map(({ amount, currency }) => ({ id: currency, label: currency, amount: formatMoney(amount, currency) }))} />
      {may ? (
        credits.map((credit) => <Refund key={credit.currency} debtor={id} credit={credit} isOne={credits.length === 1} waits={setWaiting} />)
      ) : (
        <Text textStyle="label" color="fg.muted" overflowWrap="anywhere">
          <Trans>Your roles don’t let you refund it.</Trans> <WhoCan right="manage_payments" />
        </Text>
      )}
    </Section>
  )
}

interface RefundProps {
  debtor: string
  credit: Credit
  /** Whether there is credit in one currency alone. */
  isOne: boolean
  /** Hears of what a second person has to approve. */
  waits: (waiting: Waiting | null) => void
}

/** What the debtor owes beside its invoices. Only those who see payments see it. */
export function OwedBeside({ debtor: { owed } }: { debtor: Debtor }) {
  const { t } = useLingui()
  const title = t({ message: 'Owed beside invoices', context: 'debtor' })
  if (!owed || owed.length === 0) return null
  const rows = owed.flatMap(({ currency, refunds, lateCharges }) => [
    { id: `${currency} refunds`, label: t`Refunds taken back, ${currency}`, minor: refunds, currency },
    { id: `${currency} late`, label: t`Late charges, ${currency}`, minor: lateCharges, currency },
  ])
  return (
    <Section title={title} lead={<Trans>What comes as credit pays refunds that were taken back first.</Trans>}>
      <AmountList label={title} rows={rows.filter(({ minor }) => minor !== 0).map(({ id, label, minor, currency }) => ({ id, label, amount: formatMoney(minor, currency) }))} />
    </Section>
  )
}

/** Sends credit back to the account a receipt came from. */
function Refund({ debtor, credit: { currency, receipts }, isOne, waits }: RefundProps) {
  const { t } = useLingui()
  const refund = useRefund(useIdempotencyKey<Refunded>())
  const [isOpen, setOpen] = useState(false)
  // The debtor’s own account first; then the one for which most of it can go back, and of those the newest.
  const isBetter = (one: Refundable, other: Refundable) => (isDebtors(one) === isDebtors(other) ? one.most > other.most : isDebtors(one))
  const best = receipts.reduce<Refundable | undefined>((found, one) => (found && !isBetter(one, found) ? found : one), undefined)
  const name = isOne ? t`Refund` : t`Refund ${currency}`
  const send = (sent: Refunded) => {
    after(refund.mutateAsync(sent), (waiting) => {
      setOpen(false)
      waits(waiting)
      if (!waiting) toast.success(t`Refund sent`)
    })
  }
  useAgainWhenBack(refund.error, () => {
    if (refund.variables) send(refund.variables)
  })
  if (!best) {
    return (
      <Text color="fg.muted">
        <Trans>{currency} can’t be refunded: no payer is known by name and account, or the payer is your own company.</Trans>
      </Text>
    )
  }
  const account = ({ on, payerName, payerIban, most, owner }: Refundable) => {
    const [who, upTo, day] = [payerName ?? t`Unknown payer`, formatMoney(most, currency), formatDay(on)]
    // What tells one from another comes first: a phone shows no more.
    return [t`${who}, up to ${upTo}`, owner === 'debtor' ? null : accountOwners.labelOf(owner), t`receipt of ${day}`, payerIban ? groupedIban(payerIban) : null].filter(Boolean).join(' · ')
  }
  const fields: SmallField[] = [
    { name: 'amount', kind: 'money', label: t`Amount`, initial: best.most },
    { name: 'receiptId', kind: 'choice', label: t`To the account of`, initial: best.receiptId, options: receipts.map((one) => ({ value: one.receiptId, label: account(one) })) },
    { name: 'note', kind: 'text', label: t`Why it goes back` },
  ]
  if (!isOpen) {
    return (
      <HStack>
        <Button variant="outline" onClick={() => { setOpen(true) }}>
          {name}
        </Button>
      </HStack>
    )
  }
  return (
    <Panel>
      <SmallForm
        label={name}
        fields={fields}
        currency={currency}
        refused={fieldErrors(refund.error)}
        isBusy={refund.isPending}
        busyText={t`Refunding`}
        action={name}
        isDestructive
        send={({ amount, receiptId, note }) => {
          waits(null)
          send({ id: debtor, body: { amount: Number(amount), currency, receiptId: String(receiptId), note: String(note) } })
        }}
        cancel={() => {
          refund.reset()
          setOpen(false)
        }}
      >
        {receipts.every(isDebtors) ? null : (
          <Notice status="warning">
            <Trans>Not every account here is the debtor’s. Check that the payee may have the money.</Trans>
          </Notice>
        )}
        <Failure sentence={besideFields(refund.error, fields)} until={retryAt(refund.error)} />
      </SmallForm>
    </Panel>
  )
}
