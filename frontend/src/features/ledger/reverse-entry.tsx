import { Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schemas } from '@/api/client'
import { fieldErrors, retryAt } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { useAgainWhenBack } from '@/api/reconnect'
import { Awaits } from '@/entities/approval/awaits'
import { useReverseEntry, type Entry, type EntryReversal } from '@/entities/ledger/api'
import { readFunds, type Fund } from '@/entities/payment/house'
import { isOverdrawn, TakenOutNow } from '@/entities/payment/taken-out'
import { besideFields } from '@/entities/receivable/house-refusals'
import { after } from '@/lib/after'
import { Failure } from '@/ui/failure'
import { Panel, Section } from '@/ui/page'
import { SmallForm, type SmallField } from '@/ui/small-form'
import { toast } from '@/ui/toasts'
import { Overdraw } from './overdraw'

/** Reverses an entry that was booked by hand, or proposes to. */
export function ReverseEntry({ id, postings, isOffered }: { id: string; postings: Entry['postings']; isOffered: boolean }) {
  const { t } = useLingui()
  const reverse = useReverseEntry(useIdempotencyKey<EntryReversal>())
  const [waiting, setWaiting] = useState<Schemas['WaitingBody'] | null>(null)
  const fields: SmallField[] = [{ name: 'note', kind: 'text', label: t`Reason` }]
  const [overdrawn, setOverdrawn] = useState<{ reversal: EntryReversal; funds: Fund[] } | null>(null)
  const account = useMutation({ mutationFn: readFunds })
  const send = (reversal: EntryReversal) => {
    const done = reverse.mutateAsync(reversal)
    done.catch((error: unknown) => {
      if (isOverdrawn(error)) after(account.mutateAsync(), (funds) => { setOverdrawn({ reversal: { ...reversal, body: { ...reversal.body, overdraw: true } }, funds }) })
    })
    after(done, (answer) => {
      setOverdrawn(null)
      if ('waiting' in answer) setWaiting(answer.waiting)
      else toast.success(t`Reversed`)
    })
  }
  useAgainWhenBack(reverse.error, () => {
    if (reverse.variables) send(reverse.variables)
  })
  // It is asked about instead.
  const failed = isOverdrawn(reverse.error) ? null : (reverse.error ?? account.error)
  const currency = postings[0]?.currency ?? 'EUR'
  // What it brought to the bank goes out again.
  const amount = postings.reduce((sum, { account, debit, credit }) => (account === 'bank' ? sum + debit - credit : sum), 0)
  if (waiting) return <Awaits waiting={waiting} />
  if (!isOffered) return null
  return (
    <Section title={<Trans>Reverse this entry</Trans>}>
      <Panel>
        <Stack gap="4">
          <Text><Trans>A new entry puts each amount on the other side, dated today. Money that a statement brought, and that was allocated to this entry, lies in suspense again.</Trans></Text>
          {amount > 0 ? <TakenOutNow out={{ amount, currency }} /> : null}
          <SmallForm
            label={t`Reverse this entry`}
            fields={fields}
            currency={currency}
            refused={fieldErrors(reverse.error)}
            isBusy={reverse.isPending || account.isPending}
            busyText={t`Reversing`}
            action={t`Reverse`}
            isDestructive
            send={({ note }) => { send({ id, body: { note: String(note) } }) }}
          >
            <Failure sentence={besideFields(failed, fields)} until={retryAt(failed)} />
          </SmallForm>
          {overdrawn ? (
            <Overdraw funds={overdrawn.funds} out={{ amount, currency }} action={<Trans>Reverse it all the same</Trans>} busyText={t`Reversing`} isBusy={reverse.isPending} confirm={() => { send(overdrawn.reversal) }} close={() => { setOverdrawn(null) }}>
              <Failure sentence={besideFields(failed, [])} until={retryAt(failed)} />
            </Overdraw>
          ) : null}
        </Stack>
      </Panel>
    </Section>
  )
}
