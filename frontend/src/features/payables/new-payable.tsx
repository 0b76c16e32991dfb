import { Stack } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failure } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { NotNew } from '@/entities/facility/not-new'
import { useEnterPayable, useProgrammes, type NewPayable } from '@/entities/programme/payables'
import { useEnrolled, type Supplier } from '@/entities/programme/suppliers'
import { useMay } from '@/entities/team/rights'
import { WhoCan } from '@/entities/team/who-can'
import { useMe } from '@/entities/user/me'
import { useKept } from '@/lib/kept'
import { useNavigate } from '@/lib/navigation'
import { payablePath, paths } from '@/lib/paths'
import { Answer } from '@/ui/answer'
import { Empty } from '@/ui/empty'
import { InboxIcon } from '@/ui/icons'
import { MainLink } from '@/ui/main-action'
import { Page } from '@/ui/page'
import { useDiscard } from '@/ui/use-discard'
import { blankPayable, bodyOf, isSame, PayableForm, type Values } from './payable-form'

/** Where what is typed of a new payable is kept. */
const DRAFT = 'payableDraft'

/** Enters a payable: a draft that its supplier does not see. */
export default function NewPayablePage() {
  const { t } = useLingui()
  const mayEnter = useMay('enter_invoices')
  const suppliers = useEnrolled()
  const programmes = useProgrammes()
  return (
    <Page title={t`New payable`} lead={t`Enter the invoice as your supplier sent it. Your supplier sees it once you approve it.`}>
      <WhoCan right="enter_invoices" />
      <NotNew kind="reverse_factoring" />
      {mayEnter ? (
        <Answer
          isThere={suppliers.data !== undefined && programmes.data !== undefined}
          failed={failure(suppliers.error ?? programmes.error)}
          again={() => void Promise.all([suppliers.refetch(), programmes.refetch()])}
          isAsking={suppliers.isFetching || programmes.isFetching}
          loading={t`Loading`}
        >
          {suppliers.data && suppliers.data.length > 0 ? <Entry suppliers={suppliers.data} currency={programmes.data?.find(({ status }) => status === 'active')?.currency} /> : <NoSuppliers />}
        </Answer>
      ) : null}
    </Page>
  )
}

/** Payables can be entered once a supplier is on the list. */
function NoSuppliers() {
  return (
    <Empty
      as="h2"
      icon={<InboxIcon />}
      title={<Trans>You need a supplier first</Trans>}
      action={
        <MainLink to={paths.suppliers}>
          <Trans>Go to suppliers</Trans>
        </MainLink>
      }
    >
      <Trans>Invite the supplier that sent the invoice. You can enter its invoices right away.</Trans>
    </Empty>
  )
}

function Entry({ suppliers, currency }: { suppliers: readonly Supplier[]; currency: string | undefined }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const user = useMe().userDetails?.id
  const [kept, keep] = useKept<Values>(DRAFT, user)
  const idempotency = useIdempotencyKey<NewPayable>()
  const enter = useEnterPayable(idempotency)
  const blank: Values = { ...blankPayable, supplierId: suppliers.length === 1 ? (suppliers[0]?.id ?? '') : '', currency: currency ?? blankPayable.currency }
  // Whom it was owed to may have been taken off the list.
  const [initial] = useState<Values>(() => (kept ? { ...blank, ...kept, supplierId: suppliers.some(({ id }) => id === kept.supplierId) ? kept.supplierId : blank.supplierId } : blank))
  const discard = useDiscard(kept !== null, () => {
    keep(null)
    navigate(paths.payables)
  })
  return (
    <Stack gap="4">
      <PayableForm
        label={t`New payable`}
        suppliers={suppliers.map(({ id, legalName }) => ({ value: id, label: legalName }))}
        initial={initial}
        keep={(values) => {
          keep(isSame(values, blank) ? null : values)
        }}
        send={async (values) => {
          const payable = await enter.mutateAsync(bodyOf(values))
          keep(null)
          navigate(payablePath(payable.id), { replace: true })
        }}
        error={enter.error}
        action={<Trans>Save payable</Trans>}
        cancel={discard.cancel}
        hint={discard.hint}
      />
      {discard.question}
    </Stack>
  )
}
