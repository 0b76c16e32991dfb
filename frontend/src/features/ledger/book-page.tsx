import { Stack } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Schemas } from '@/api/client'
import { fieldErrors, retryAt } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { useAgainWhenBack } from '@/api/reconnect'
import { entryPath } from '@/entities/ledger/paths'
import { Awaits } from '@/entities/approval/awaits'
import { manualEvents } from '@/entities/ledger/accounts'
import { useBookEntry, type NewEntry } from '@/entities/ledger/api'
import { NeedsRight } from '@/entities/operator/needs-right'
import { besideFields } from '@/entities/receivable/house-refusals'
import { useToday } from '@/entities/user/today'
import { after } from '@/lib/after'
import { currencyOptions } from '@/lib/money'
import { useNavigate, useQuery } from '@/lib/navigation'
import { parseDay } from '@/lib/typed-day'
import { Failure } from '@/ui/failure'
import { Page, Panel } from '@/ui/page'
import { SmallForm, type SmallField, type SmallValues } from '@/ui/small-form'
import { toast } from '@/ui/toasts'

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
  const currency = currencyOptions.find(({ value }) => value === query.get('currency'))?.value ?? 'EUR'
  const amount = Number(query.get('amount'))
  const day = parseDay(query.get('on') ?? '')
  const fields: SmallField[] = [
    { name: 'event', kind: 'choice', label: t`What it is`, options: manualEvents.options(), initial: manualEvents.codes.find((code) => code === query.get('event')) ?? 'capital' },
    { name: 'on', kind: 'day', label: t`Booked on`, help: t`The bank’s booking day.`, today, ...(day ? { initial: day } : {}) },
    { name: 'amount', kind: 'money', label: t`Amount`, ...(Number.isSafeInteger(amount) && amount > 0 ? { initial: amount } : {}) },
    { name: 'currency', kind: 'choice', label: t`Currency`, options: currencyOptions, initial: currency },
    { name: 'note', kind: 'text', label: t({ message: 'What it is for', context: 'entry' }) },
  ]
  const send = (body: NewEntry) => {
    after(book.mutateAsync(body), (answer) => {
      if ('waiting' in answer) setWaiting(answer.waiting)
      else {
        toast.success(t`Booked`)
        navigate(entryPath(answer.id), { replace: true })
      }
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
        ) : (
          <Panel>
            <SmallForm
              label={t`Book by hand`}
              fields={fields}
              currency={currency}
              refused={fieldErrors(book.error)}
              isBusy={book.isPending}
              busyText={t`Booking`}
              action={t({ message: 'Book', context: 'entry' })}
              send={(values: SmallValues) => {
                const event = manualEvents.codes.find((code) => code === values.event)
                if (event) send({ event, on: String(values.on), amount: Number(values.amount), currency: String(values.currency), note: String(values.note) })
              }}
            >
              <Failure sentence={besideFields(book.error, fields)} until={retryAt(book.error)} />
            </SmallForm>
          </Panel>
        )}
      </Stack>
    </Page>
  )
}
