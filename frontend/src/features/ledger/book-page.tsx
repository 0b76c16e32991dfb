import { Box, Button, HStack, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Schemas } from '@/api/client'
import { fieldErrors, retryAt } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { useAgainWhenBack } from '@/api/reconnect'
import { entryPath } from '@/entities/ledger/paths'
import { Awaits } from '@/entities/approval/awaits'
import { comesIn, manualEvents } from '@/entities/ledger/accounts'
import { useBookEntry, type NewEntry } from '@/entities/ledger/api'
import { groupedIban } from '@/entities/company/labels'
import { readFunds, readWaiting, type Fund, type Receipt } from '@/entities/payment/house'
import { isOverdrawn } from '@/entities/payment/taken-out'
import { NeedsRight } from '@/entities/operator/needs-right'
import { besideFields, chargedOn } from '@/entities/receivable/house-refusals'
import { useToday } from '@/entities/user/today'
import { after } from '@/lib/after'
import { formatDay } from '@/lib/dates'
import { currencyOptions, formatMoney } from '@/lib/money'
import { useNavigate, useQuery } from '@/lib/navigation'
import { parseDay } from '@/lib/typed-day'
import { Failure } from '@/ui/failure'
import { Page, Panel } from '@/ui/page'
import { SmallForm, type SmallField, type SmallValues } from '@/ui/small-form'
import { toast } from '@/ui/toasts'
import { AnotherCharge } from './another-charge'
import { Overdraw } from './overdraw'

/** Books what no sale and no payout causes. What is known of it stands in the address. */
export default function BookPage() {
  const { t } = useLingui()
  return (
    <NeedsRight title={t`Book by hand`} right="book_entries">
      <Book />
    </NeedsRight>
  )
}

function Book() {
  const { t } = useLingui()
  const [query] = useQuery()
  const navigate = useNavigate()
  const today = useToday()
  const idempotency = useIdempotencyKey<NewEntry>()
  const book = useBookEntry(idempotency)
  const [waiting, setWaiting] = useState<Schemas['WaitingBody'] | null>(null)
  const [asked, setAsked] = useState<{ body: NewEntry; receipts: Receipt[] } | null>(null)
  const [near, setNear] = useState<{ body: NewEntry; on: string } | null>(null)
  const [overdrawn, setOverdrawn] = useState<{ body: NewEntry; funds: Fund[] } | null>(null)
  const account = useMutation({ mutationFn: readFunds })
  const look = useMutation({ mutationFn: ({ amount, currency: of }: NewEntry) => readWaiting(amount, of) })
  const receiptId = query.get('receipt')
  const currency = currencyOptions.find(({ value }) => value === query.get('currency'))?.value ?? 'EUR'
  const amount = Number(query.get('amount'))
  const day = parseDay(query.get('on') ?? '')
  const fields: SmallField[] = [
    { name: 'event', kind: 'choice', label: t`What it is`, options: manualEvents.options(), initial: manualEvents.codes.find((code) => code === query.get('event')) ?? 'capital' },
    { name: 'on', kind: 'day', label: t`Booked on`, help: t`The bank’s booking day.`, today, ...(day ? { initial: day } : {}) },
    { name: 'amount', kind: 'money', label: t`Amount`, ...(Number.isSafeInteger(amount) && amount > 0 ? { initial: amount } : {}) },
    { name: 'currency', kind: 'choice', label: t`Currency`, options: currencyOptions, initial: currency },
    { name: 'note', kind: 'text', label: t({ message: 'Purpose', context: 'entry' }) },
  ]
  const send = (body: NewEntry) => {
    const done = book.mutateAsync(body)
    done.catch((error: unknown) => {
      const on = chargedOn(error)
      if (on) {
        setOverdrawn(null)
        setNear({ body, on })
      } else if (isOverdrawn(error))
        after(account.mutateAsync(), (funds) => {
          setNear(null)
          setOverdrawn({ body: { ...body, overdraw: true }, funds })
        })
    })
    after(done, (answer) => {
      setOverdrawn(null)
      setNear(null)
      if ('waiting' in answer) setWaiting(answer.waiting)
      else {
        toast.success(t`Booked`)
        navigate(entryPath(answer.id), { replace: true })
      }
    })
  }
  // It is asked about instead.
  const failed = isOverdrawn(book.error) || chargedOn(book.error) ? null : book.error
  /** Money that came in may lie in suspense already: who books it says which receipt it is, or that it is none. */
  const ask = (body: NewEntry) => {
    if (!comesIn(body.event)) send(body)
    else if (receiptId) send({ ...body, receiptId })
    else
      after(look.mutateAsync(body), ({ data: receipts }) => {
        if (receipts.length > 0) setAsked({ body, receipts })
        else send(body)
      })
  }
  useAgainWhenBack(book.error, () => {
    if (book.variables) send(book.variables)
  })
  return (
    <Page title={t`Book by hand`} lead={<Trans>Capital that the owners paid in or took out, and what the bank charged or gave back of that. What the house pays from its account and this ledger doesn’t keep, such as rent, is capital taken out.</Trans>}>
      <Stack gap="6">
        {waiting ? (
          <Awaits waiting={waiting} />
        ) : asked ? (
          <WhichReceipt receipts={asked.receipts} isBusy={book.isPending} choose={(receipt) => { send(receipt ? { ...asked.body, on: receipt.on, receiptId: receipt.id } : asked.body) }} back={() => { book.reset(); setAsked(null) }}>
            <Failure sentence={besideFields(book.error, [])} until={retryAt(book.error)} />
          </WhichReceipt>
        ) : (
          <Panel>
            <SmallForm
              label={t`Book by hand`}
              fields={fields}
              currency={currency}
              refused={fieldErrors(book.error)}
              isBusy={book.isPending || look.isPending || account.isPending}
              busyText={t`Booking`}
              action={t({ message: 'Book', context: 'entry' })}
              send={(values: SmallValues) => {
                const event = manualEvents.codes.find((code) => code === values.event)
                if (event) ask({ event, on: String(values.on), amount: Number(values.amount), currency: String(values.currency), note: String(values.note) })
              }}
            >
              <Failure sentence={besideFields(failed ?? look.error ?? account.error, fields)} until={retryAt(failed ?? look.error ?? account.error)} />
            </SmallForm>
            {near ? (
              <AnotherCharge on={near.on} amount={near.body.amount} currency={near.body.currency} isBusy={book.isPending} confirm={() => { send({ ...near.body, isAnother: true }) }} close={() => { book.reset(); setNear(null) }}>
                <Failure sentence={besideFields(failed, [])} until={retryAt(failed)} />
              </AnotherCharge>
            ) : null}
            {overdrawn ? (
              <Overdraw funds={overdrawn.funds} out={overdrawn.body} action={<Trans>Book it all the same</Trans>} busyText={t`Booking`} isBusy={book.isPending} confirm={() => { send(overdrawn.body) }} close={() => { setOverdrawn(null) }}>
                <Failure sentence={besideFields(failed, [])} until={retryAt(failed)} />
              </Overdraw>
            ) : null}
          </Panel>
        )}
      </Stack>
    </Page>
  )
}

interface WhichReceiptProps {
  receipts: Receipt[]
  isBusy: boolean
  /** The receipt that it is; null for none of them. */
  choose: (receipt: Receipt | null) => void
  back: () => void
  children: ReactNode
}

/** Asks which receipt in suspense the entry explains. */
function WhichReceipt({ receipts, isBusy, choose, back, children }: WhichReceiptProps) {
  const { t } = useLingui()
  return (
    <Panel>
      <Stack gap="4" align="start" role="group" aria-label={t`Which receipt is it?`}>
        <Text fontWeight="semibold"><Trans>Which receipt is it?</Trans></Text>
        <Text color="fg.muted"><Trans>These are unallocated and of the same amount. The one you choose is allocated to this entry, which gets its day, and the person who approves it sees which one. A customer’s money is none of the house’s capital.</Trans></Text>
        {receipts.map((receipt) => {
          const { payer, on, text, amount, currency } = receipt
          const name = payer.name ?? (payer.iban ? groupedIban(payer.iban) : t`Unknown payer`)
          const what = `${name}, ${formatDay(on)}, ${formatMoney(amount, currency)}`
          return (
            <Box key={receipt.id} overflowWrap="anywhere">
              {what}
              {text ? <Text as="span" display="block" color="fg.muted">{text}</Text> : null}
              <Button mt="1" size="sm" variant="outline" disabled={isBusy} aria-label={t`It is this receipt: ${what}`} onClick={() => { choose(receipt) }}>
                <Trans>It is this receipt</Trans>
              </Button>
            </Box>
          )
        })}
        {children}
        <HStack wrap="wrap">
          <Button variant="outline" disabled={isBusy} onClick={() => { choose(null) }}><Trans>It is none of them</Trans></Button>
          <Button variant="ghost" disabled={isBusy} onClick={back}><Trans>Back</Trans></Button>
        </HStack>
      </Stack>
    </Panel>
  )
}
