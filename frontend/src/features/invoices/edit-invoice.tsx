import { Stack } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '@/api/client'
import { receivableQuery, useChangeReceivable, type Receivable } from '@/entities/receivable/api'
import { useMe } from '@/entities/user/me'
import { useKept } from '@/lib/kept'
import { Notice } from '@/ui/notice'
import { toast } from '@/ui/toasts'
import { useDiscard } from '@/ui/use-discard'
import { bodyOf, FIELDS, InvoiceForm, isSame, valuesOf, type Values } from './invoice-form'

interface EditInvoiceProps {
  receivable: Receivable
  close: () => void
}

/** What is typed about a draft, with the draft as it was read before. */
interface Kept {
  values: Values
  before: Values
  version: number
}

/** Changes a draft. What was changed elsewhere meanwhile is kept, and shown where it was changed here too. */
export function EditInvoice({ receivable, close }: EditInvoiceProps) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const user = useMe().userDetails?.id
  const [kept, keep] = useKept<Kept>(`invoiceEdit:${receivable.id}`, user)
  const change = useChangeReceivable(receivable.id)
  /** The draft as it was read; another one after it turned out to have changed. */
  const [seen, setSeen] = useState(() => (kept ? { version: kept.version, values: kept.before } : { version: receivable.version, values: valuesOf(receivable) }))
  const [initial, setInitial] = useState<Values>(() => kept?.values ?? seen.values)
  const [elsewhere, setElsewhere] = useState<Partial<Values>>({})
  const [round, setRound] = useState(0)

  /** Takes over what only others changed, and says what both did. */
  const merge = async (mine: Values) => {
    const theirs = await queryClient.fetchQuery({ ...receivableQuery(receivable.id), staleTime: 0 })
    const now = valuesOf(theirs)
    const changedThere = FIELDS.filter((field) => now[field] !== seen.values[field])
    const both = changedThere.filter((field) => mine[field] !== seen.values[field] && mine[field] !== now[field])
    const merged: Values = { ...mine, ...Object.fromEntries(changedThere.filter((field) => !both.includes(field)).map((field) => [field, now[field]])) }
    setSeen({ version: theirs.version, values: now })
    setElsewhere(Object.fromEntries(both.map((field) => [field, now[field]])))
    setInitial(merged)
    keep({ values: merged, before: now, version: theirs.version })
    setRound(round + 1)
  }
  const discard = useDiscard(kept !== null, () => {
    keep(null)
    close()
  })
  return (
    <Stack gap="4">
      {round > 0 ? (
        <Notice status="warning">
          <Trans>This draft was changed elsewhere. Check the values and save again.</Trans>
        </Notice>
      ) : null}
      <InvoiceForm
        key={round}
        label={t`Edit invoice`}
        buyers={[{ value: seen.values.buyerId, label: receivable.debtorName ?? '–' }]}
        initial={initial}
        elsewhere={elsewhere}
        keep={(values) => {
          keep(isSame(values, seen.values) ? null : { values, before: seen.values, version: seen.version })
        }}
        send={async (values) => {
          const { buyerId: _, ...rest } = bodyOf(values)
          try {
            await change.mutateAsync({ ...rest, version: seen.version })
          } catch (error) {
            if (!(error instanceof ApiError && error.problem?.code === 'stale_version')) throw error
            await merge(values)
            return
          }
          keep(null)
          toast.success(t`Invoice saved`)
          close()
        }}
        error={change.error}
        action={<Trans>Save invoice</Trans>}
        busyText={t`Saving`}
        cancel={discard.cancel}
        hint={discard.hint}
      />
      {discard.question}
    </Stack>
  )
}
