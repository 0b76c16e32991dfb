import { Box, Button, Flex, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { ApiError } from '@/api/client'
import { failure, fieldErrors, retryAt } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { groupedIban } from '@/entities/company/labels'
import { dayOf, usePaidFor } from '@/entities/payment/api'
import { payoutStatuses } from '@/entities/payment/labels'
import { payableFailure, stopsNow } from '@/entities/programme/checks'
import { useCreditPayable, useProgrammes, type ApprovedRow, type Credit, type Payable } from '@/entities/programme/payables'
import { payableMeans } from '@/entities/programme/statuses'
import { receivableQuery, useChangeReceivable, useReceivable } from '@/entities/receivable/api'
import { useMay } from '@/entities/team/rights'
import { WhoCan } from '@/entities/team/who-can'
import { useMe } from '@/entities/user/me'
import { useToday } from '@/entities/user/today'
import { after } from '@/lib/after'
import { formatDay } from '@/lib/dates'
import { useKept } from '@/lib/kept'
import { formatMoney } from '@/lib/money'
import { useParams } from '@/lib/navigation'
import { paths } from '@/lib/paths'
import { Figure } from '@/ui/amount-list'
import { Copyable } from '@/ui/copyable'
import { Contact } from '@/ui/contact'
import { Failure } from '@/ui/failure'
import { LinkButton } from '@/ui/link-button'
import { LoadingPage } from '@/ui/loading'
import { MainAction } from '@/ui/main-action'
import { Notice } from '@/ui/notice'
import { Page, Panel, Section } from '@/ui/page'
import { Question } from '@/ui/question'
import { SmallForm } from '@/ui/small-form'
import { TextLink } from '@/ui/text-link'
import { toast } from '@/ui/toasts'
import { useDiscard } from '@/ui/use-discard'
import { Approve, Outcome } from './approve'
import { bodyOf, FIELDS, isSame, PayableForm, valuesOf, type Values } from './payable-form'
import { Status } from './payables-page'

/** One payable, from the draft to its end. */
export default function PayablePage() {
  const { t } = useLingui()
  const { id = '' } = useParams<{ id: string }>()
  const { data: payable, error, refetch } = useReceivable(id)
  if (payable) return <One key={id} payable={payable} />
  if (!error) return <LoadingPage />
  return (
    <Page title={t`Payable`}>
      <Failure {...failure(error)} />
      <Flex gap="2" wrap="wrap">
        <Button onClick={() => void refetch()}>
          <Trans>Try again</Trans>
        </Button>
        <LinkButton to={paths.payables} variant="outline">
          <Trans>All payables</Trans>
        </LinkButton>
      </Flex>
    </Page>
  )
}

/** What is being done on the screen. */
type Doing = 'edit' | 'approve' | 'credit' | 'discard' | null

function One({ payable }: { payable: Payable }) {
  const { t } = useLingui()
  const { id, status, currency, figures, face, dueOn, invoiceNumber, supplierName, allowedActions, takesColleague, acceptors } = payable
  const [doing, setDoing] = useState<Doing>(null)
  const [rows, setRows] = useState<readonly ApprovedRow[]>([])
  const may = (action: (typeof allowedActions)[number]) => allowedActions.includes(action)
  const mayApprove = useMay('approve_payables')
  const means = payableMeans(payable, useToday())
  const stops = stopsNow(payable)
  const names = acceptors.map(({ name }) => name).join(', ')
  const close = () => {
    setDoing(null)
  }
  return (
    <Page
      title={t`Invoice ${invoiceNumber}`}
      lead={supplierName ?? undefined}
      actions={
        doing ? null : (
          <>
            {may('credit_note') ? (
              status === 'draft' ? (
                <Button variant="outline" onClick={() => { setDoing('discard') }}>
                  <Trans>Discard draft</Trans>
                </Button>
              ) : (
                <Button variant="outline" onClick={() => { setDoing('credit') }}>
                  <Trans>Enter credit note</Trans>
                </Button>
              )
            ) : null}
            {may('edit') ? (
              <Button variant="outline" onClick={() => { setDoing('edit') }}>
                <Trans>Edit</Trans>
              </Button>
            ) : null}
            {may('submit') ? (
              <MainAction onClick={() => { setDoing('approve') }}>
                <Trans>Approve payable</Trans>
              </MainAction>
            ) : null}
          </>
        )
      }
    >
      <Stack gap="3">
        <Flex gap="3" wrap="wrap" align="center">
          <Status payable={payable} />
          {means ? <Text color="fg.muted">{means}</Text> : null}
        </Flex>
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="5" alignItems="end">
          <Figure isMain label={t`Amount`} amount={formatMoney(figures.face, currency)} more={figures.face === face ? null : <Before was={formatMoney(face, currency)} />} />
          <Figure label={t`Due`} amount={formatDay(figures.dueOn)} more={figures.dueOn === dueOn ? null : <Before was={formatDay(dueOn)} />} />
        </SimpleGrid>
      </Stack>
      {status === 'draft' ? <WhoCan right="approve_payables" among={acceptors.length > 0 ? acceptors.map(({ id }) => id) : undefined} /> : null}
      {status === 'draft' && takesColleague ? (
        <Notice status="info">
          {acceptors.length > 0 ? (
            <Trans>You entered this payable, so a colleague has to approve it: {names}.</Trans>
          ) : (
            <Trans>You entered this payable, so a colleague has to approve it. Nobody else can at the moment: invite another approver under <TextLink to={paths.company}>Company</TextLink>.</Trans>
          )}
        </Notice>
      ) : null}
      {status === 'draft' && mayApprove && may('edit') && !may('submit') && !takesColleague ? (
        <Notice status="warning">
          <Trans>It can’t be approved as it is. Edit it first: its due date has to be a business day from today on, and the invoice has to be issued by today.</Trans>
        </Notice>
      ) : null}
      <Outcome rows={rows} numbers={new Map([[id, payable]])} />
      {stops.length > 0 ? (
        <Notice status="warning" title={t`Why it can’t be paid early yet`}>
          {stops.join(' ')}
        </Notice>
      ) : null}
      {doing === 'approve' && may('submit') ? (
        <Approve
          payables={[payable]}
          close={close}
          done={(done) => {
            setRows(done)
            close()
          }}
        />
      ) : null}
      {doing === 'discard' && may('credit_note') ? <Discard payable={payable} close={close} /> : null}
      {doing === 'credit' ? <CreditNote payable={payable} close={close} /> : null}
      {doing === 'edit' ? (
        <Edit payable={payable} close={close} />
      ) : (
        <>
          {status === 'accepted' || status === 'funded' ? <WhereToPay payable={payable} /> : null}
          {status === 'settled' ? <Share payable={payable} /> : null}
          <Facts payable={payable} />
        </>
      )}
    </Page>
  )
}

function Before({ was }: { was: string }) {
  return <Trans>The invoice says {was}.</Trans>
}

/** Ends a draft, which was promised to nobody: it is lowered by all of it. */
function Discard({ payable: { id, version, currency, figures }, close }: { payable: Payable; close: () => void }) {
  const { t } = useLingui()
  const idempotency = useIdempotencyKey<Credit>()
  const credit = useCreditPayable(idempotency)
  return (
    <Stack gap="2">
      <Question
        question={t`Discard this draft?`}
        yes={<Trans>Discard draft</Trans>}
        no={<Trans>Keep</Trans>}
        isBusy={credit.isPending}
        confirm={() => {
          after(credit.mutateAsync({ id, version, amount: figures.face, note: null }), () => {
            toast.success(t`Draft discarded`)
            close()
          })
        }}
        leave={close}
      />
      <Failure sentence={credit.error ? payableFailure(credit.error, currency) : undefined} until={retryAt(credit.error)} />
    </Stack>
  )
}

/** What a supplier credited. */
function CreditNote({ payable: { id, version, currency, figures }, close }: { payable: Payable; close: () => void }) {
  const { t } = useLingui()
  const idempotency = useIdempotencyKey<Credit>()
  const credit = useCreditPayable(idempotency)
  const refused = fieldErrors(credit.error)
  const whole = formatMoney(figures.face, currency)
  return (
    <Panel>
      <SmallForm
        label={t`Enter credit note`}
        currency={currency}
        fields={[
          { name: 'amount', kind: 'money', label: t`Amount`, help: t`At most ${whole}. The whole amount ends the payable.` },
          { name: 'note', kind: 'text', label: t`Note`, optional: true },
        ]}
        send={({ amount, note }) => {
          after(credit.mutateAsync({ id, version, amount: Number(amount), note: note ? String(note) : null }), () => {
            toast.success(t`Credit note entered`)
            close()
          })
        }}
        refused={refused}
        isBusy={credit.isPending}
        busyText={t`Saving`}
        action={<Trans>Enter credit note</Trans>}
        cancel={close}
      >
        <Failure sentence={credit.error && Object.keys(refused).length === 0 ? payableFailure(credit.error, currency) : undefined} until={retryAt(credit.error)} />
      </SmallForm>
    </Panel>
  )
}

/** What is typed about a draft, with the draft as it was read before. */
interface Kept {
  values: Values
  before: Values
  version: number
}

/** Changes a draft, all of it but its supplier. What others changed elsewhere is taken over; of a field both changed, what is typed here stays. */
function Edit({ payable, close }: { payable: Payable; close: () => void }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const user = useMe().userDetails?.id
  const [kept, keep] = useKept<Kept>(`payableEdit:${payable.id}`, user)
  const change = useChangeReceivable(payable.id)
  const [seen, setSeen] = useState(() => (kept ? { version: kept.version, values: kept.before } : { version: payable.version, values: valuesOf(payable) }))
  const [initial, setInitial] = useState<Values>(() => kept?.values ?? seen.values)
  const [round, setRound] = useState(0)
  const merge = async (mine: Values) => {
    const theirs = await queryClient.fetchQuery({ ...receivableQuery(payable.id), staleTime: 0 })
    const now = valuesOf(theirs)
    const untouched = FIELDS.filter((field) => mine[field] === seen.values[field])
    const merged: Values = { ...mine, ...Object.fromEntries(untouched.map((field) => [field, now[field]])) }
    setSeen({ version: theirs.version, values: now })
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
      <PayableForm
        key={round}
        label={t`Edit payable`}
        suppliers={[{ value: seen.values.supplierId, label: payable.supplierName ?? '–' }]}
        initial={initial}
        keep={(values) => {
          keep(isSame(values, seen.values) ? null : { values, before: seen.values, version: seen.version })
        }}
        send={async (values) => {
          const { supplierId: _, ...rest } = bodyOf(values)
          try {
            await change.mutateAsync({ ...rest, version: seen.version })
          } catch (error) {
            if (!(error instanceof ApiError && error.problem?.code === 'stale_version')) throw error
            await merge(values)
            return
          }
          keep(null)
          toast.success(t`Payable saved`)
          close()
        }}
        error={change.error}
        action={<Trans>Save payable</Trans>}
        cancel={discard.cancel}
        hint={discard.hint}
      />
      {discard.question}
    </Stack>
  )
}

interface Fact {
  id: string
  label: string
  value: ReactNode
}

function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <SimpleGrid as="dl" gridTemplateColumns="repeat(auto-fill, minmax(min(13rem, 100%), 1fr))" gapX="6" gapY="3">
      {facts
        .filter(({ value }) => value)
        .map(({ id, label, value }) => (
          <Box key={id} minW="0">
            <Text as="dt" color="fg.muted" textStyle="label">
              {label}
            </Text>
            <Text as="dd" overflowWrap="anywhere" whiteSpace="pre-line" fontVariantNumeric="tabular-nums">
              {value}
            </Text>
          </Box>
        ))}
    </SimpleGrid>
  )
}

/** Once its supplier was paid early, the buyer pays us. */
function WhereToPay({ payable: { currency, reference, figures } }: { payable: Payable }) {
  const { t } = useLingui()
  const { data, error } = useProgrammes()
  const payTo = data?.find((programme) => programme.currency === currency)?.payTo
  return (
    <Section title={<Trans>Where to pay</Trans>} lead={<Trans>Pay us, not your supplier, by the due date.</Trans>}>
      <Failure {...failure(data ? null : error)} />
      {data && !payTo ? (
        <Text color="fg.muted">
          <Trans><Contact>Contact us</Contact> for our bank account in this currency.</Trans>
        </Text>
      ) : null}
      <FactList
        facts={[
          { id: 'holder', label: t`Account holder`, value: payTo?.holder },
          { id: 'iban', label: t`IBAN`, value: payTo ? <Copyable label={t`IBAN`} text={groupedIban(payTo.iban)} copied={payTo.iban} /> : null },
          { id: 'bic', label: t`BIC`, value: payTo?.bic },
          { id: 'reference', label: t`Payment reference`, value: <Copyable label={t`Payment reference`} text={groupedIban(reference)} copied={reference} /> },
          { id: 'amount', label: t`Amount`, value: formatMoney(figures.face, currency) },
        ]}
      />
    </Section>
  )
}

/** Once it has paid, the buyer gets its part of what the early payment cost, if that was agreed. */
function Share({ payable: { id } }: { payable: Payable }) {
  const { t } = useLingui()
  const { data } = usePaidFor(id)
  const shares = data?.payouts.filter(({ purpose, receivableId, status }) => purpose === 'buyer_share' && receivableId === id && status !== 'returned' && status !== 'cancelled') ?? []
  if (shares.length === 0) return null
  return (
    <Section title={<Trans>Your share of the discount</Trans>}>
      <FactList
        facts={shares.flatMap((share) => [
          { id: `${share.id}-gross`, label: t`Due to you`, value: formatMoney(share.gross, share.currency) },
          { id: `${share.id}-setOff`, label: t`Set-off`, value: share.gross === share.amount ? null : formatMoney(share.gross - share.amount, share.currency) },
          { id: `${share.id}-status`, label: t`Status`, value: payoutStatuses.labelOf(share.status) },
          { id: `${share.id}-on`, label: t`Day`, value: formatDay(dayOf(share)) },
        ])}
      />
    </Section>
  )
}

/** The invoice as it was entered. */
function Facts({ payable: { supplierName, invoiceNumber, issuedOn, dueOn, face, currency, orderReference, note, reference } }: { payable: Payable }) {
  const { t } = useLingui()
  return (
    <Section title={<Trans>Invoice details</Trans>}>
      <FactList
        facts={[
          { id: 'supplier', label: t`Supplier`, value: supplierName },
          { id: 'number', label: t`Invoice number`, value: invoiceNumber },
          { id: 'face', label: t`Total with tax`, value: formatMoney(face, currency) },
          { id: 'issuedOn', label: t`Invoice date`, value: formatDay(issuedOn) },
          { id: 'dueOn', label: t`Due date`, value: formatDay(dueOn) },
          { id: 'order', label: t`Order reference`, value: orderReference },
          { id: 'reference', label: t`Payment reference`, value: groupedIban(reference) },
          { id: 'note', label: t`Note`, value: note },
        ]}
      />
    </Section>
  )
}
