import { Skeleton, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failure } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { useBuyers, type Buyer } from '@/entities/buyer/api'
import { sells } from '@/entities/company/sells'
import { useFacilities } from '@/entities/facility/api'
import { NotNew } from '@/entities/facility/not-new'
import { useCreateReceivable, useReceivable, type NewReceivable, type Receivable } from '@/entities/receivable/api'
import { useMay } from '@/entities/team/rights'
import { WhoCan } from '@/entities/team/who-can'
import { useMe } from '@/entities/user/me'
import { useKept } from '@/lib/kept'
import { Redirect, useNavigate, useQuery } from '@/lib/navigation'
import { invoicePath, paths } from '@/lib/paths'
import { Empty } from '@/ui/empty'
import { Failure } from '@/ui/failure'
import { BuyersIcon } from '@/ui/icons'
import { MainLink } from '@/ui/main-action'
import { Notice } from '@/ui/notice'
import { Page } from '@/ui/page'
import { TextLink } from '@/ui/text-link'
import { useDiscard } from '@/ui/use-discard'
import { blankInvoice, bodyOf, InvoiceForm, isSame, valuesOf, type Values } from './invoice-form'

/** Where what is typed of a new invoice is kept. */
const DRAFT = 'invoiceDraft'

/** Enters an invoice: its facts first, then on its own screen the document, and handing it in. */
export default function NewInvoice() {
  const { t } = useLingui()
  const mayEnter = useMay('enter_invoices')
  const { companyDetails } = useMe()
  const [query] = useQuery()
  const again = query.get('again')
  const { data: buyers, error } = useBuyers()
  const { data: facilities, isPending } = useFacilities()
  const currency = facilities?.find(({ takesNew, kind }) => takesNew && kind === 'factoring')?.currency
  const approved = buyers?.filter(({ status }) => status === 'approved')
  // Who is only paid early has nothing to enter: the buyer does.
  if (!sells(companyDetails)) return <Redirect to={paths.invoices} replace />
  return (
    <Page title={t`New invoice`} lead={t`Enter the invoice as you sent it. Next you attach it and submit.`}>
      <WhoCan right="enter_invoices" />
      <NotNew kind="factoring" />
      {mayEnter ? (
        <Text>
          <Trans>
            Have an e-invoice? <TextLink to={paths.eInvoices}>Add the file</TextLink>, and we enter what it says.
          </Trans>
        </Text>
      ) : null}
      <Failure {...failure(error)} />
      {!mayEnter || (error && !buyers) ? null : approved && !isPending ? (
        approved.length > 0 ? (
          again ? <EnterAgain key={again} id={again} buyers={approved} currency={currency} /> : <Entry buyers={approved} currency={currency} />
        ) : (
          <NoBuyers waiting={buyers?.filter(({ status }) => status === 'pending').length ?? 0} />
        )
      ) : (
        <Stack gap="4" role="status" aria-label={t`Loading`} data-loading>
          <Skeleton h="11" />
          <Skeleton h="11" />
          <Skeleton h="11" />
        </Stack>
      )}
    </Page>
  )
}

/** Invoices can be sold once a buyer is approved. */
function NoBuyers({ waiting }: { waiting: number }) {
  return (
    <Empty
      as="h2"
      icon={<BuyersIcon />}
      title={<Trans>You need an approved buyer first</Trans>}
      action={
        <MainLink to={paths.buyers}>
          <Trans>Go to buyers</Trans>
        </MainLink>
      }
    >
      {waiting > 0 ? <Trans>We’re reviewing your buyers. You can enter invoices as soon as one is approved.</Trans> : <Trans>Add the company you invoiced. You can enter its invoices as soon as we approve it.</Trans>}
    </Empty>
  )
}

interface EntryProps {
  buyers: Buyer[]
  currency: string | undefined
  /** The invoice that is entered again. */
  again?: Receivable
}

/** The form with what an invoice said that came to nothing. */
function EnterAgain({ id, ...props }: Omit<EntryProps, 'again'> & { id: string }) {
  const { t } = useLingui()
  const { data: again, error } = useReceivable(id)
  if (again) return <Entry {...props} again={again} />
  if (!error) return <Skeleton h="24" role="status" aria-label={t`Loading`} data-loading />
  return (
    <Stack gap="4">
      <Failure {...failure(error)} />
      <Entry {...props} />
    </Stack>
  )
}

/** What it said. The due date of one that lapsed came too close: which one it has now, people say. */
function saidBefore(again: Receivable): Values {
  const values = valuesOf(again)
  return again.status === 'lapsed' ? { ...values, dueOn: '' } : values
}

function Entry({ buyers, currency, again }: EntryProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const user = useMe().userDetails?.id
  const [kept, keep] = useKept<Values>(again ? `${DRAFT}.${again.id}` : DRAFT, user)
  const idempotency = useIdempotencyKey<NewReceivable>()
  const create = useCreateReceivable(idempotency)
  const unsaid: Values = { ...blankInvoice, buyerId: buyers.length === 1 ? (buyers[0]?.id ?? '') : '', currency: currency ?? blankInvoice.currency }
  const isApproved = (buyer: string) => buyers.some(({ id }) => id === buyer)
  const before = again ? saidBefore(again) : unsaid
  const blank: Values = { ...before, buyerId: isApproved(before.buyerId) ? before.buyerId : unsaid.buyerId }
  // Whoever it was addressed to may have been taken off the list.
  const [initial] = useState<Values>(() => (kept ? { ...blank, ...kept, buyerId: isApproved(kept.buyerId) ? kept.buyerId : blank.buyerId } : blank))
  const leave = () => {
    keep(null)
    navigate(paths.invoices)
  }
  const discard = useDiscard(kept !== null, leave)
  return (
    <Stack gap="4">
      {again?.status === 'lapsed' ? (
        <Notice status="info">
          <Trans>The other one lapsed because its due date came too close. Enter the due date that applies now, and attach the invoice that says so.</Trans>
        </Notice>
      ) : null}
      <InvoiceForm
        label={t`New invoice`}
        buyers={buyers.map(({ id, legalName }) => ({ value: id, label: legalName }))}
        initial={initial}
        keep={(values) => {
          keep(isSame(values, blank) ? null : values)
        }}
        send={async (values) => {
          const receivable = await create.mutateAsync(bodyOf(values))
          keep(null)
          navigate(invoicePath(receivable.id), { replace: true })
        }}
        error={create.error}
        action={<Trans>Save and attach invoice</Trans>}
        busyText={t`Saving`}
        cancel={discard.cancel}
        hint={discard.hint}
      />
      {discard.question}
    </Stack>
  )
}
