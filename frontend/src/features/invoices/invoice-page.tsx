import { enterAgainPath } from '@/entities/receivable/again'
import { Box, Button, Flex, SimpleGrid, Skeleton, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { failure, retryAt } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { isLost, sentenceBeforeAgain, useAgainWhenBack } from '@/api/reconnect'
import { useMoveReceivable, useReceivable, type Receivable, type Seen } from '@/entities/receivable/api'
import { ReceivableBadges } from '@/entities/receivable/badges'
import { checkText, cureText, figuresText, isCap } from '@/entities/receivable/checks'
import { KeptBack } from '@/entities/payment/owed'
import { useWhyStopped } from '@/entities/payment/stopped'
import { Lateness } from '@/entities/receivable/lateness'
import type { Offer as Price } from '@/entities/receivable/price'
import { refusal } from '@/entities/receivable/refusals'
import { disputeReasons, isClosed, standingOf } from '@/entities/receivable/statuses'
import { useMay } from '@/entities/team/rights'
import { WhoCan } from '@/entities/team/who-can'
import { after } from '@/lib/after'
import { useToday } from '@/entities/user/today'
import { formatDay } from '@/lib/dates'
import { text } from '@/lib/i18n'
import { formatMoney } from '@/lib/money'
import { useParams } from '@/lib/navigation'
import { paths } from '@/lib/paths'
import { Figure } from '@/ui/amount-list'
import { Contact } from '@/ui/contact'
import { Extra } from '@/ui/extra'
import { Failure } from '@/ui/failure'
import { LinkButton } from '@/ui/link-button'
import { LoadingPage } from '@/ui/loading'
import { MainAction } from '@/ui/main-action'
import { MissingPart } from '@/ui/missing-part'
import { Notice } from '@/ui/notice'
import { Page, Section } from '@/ui/page'
import { Question } from '@/ui/question'
import { toast } from '@/ui/toasts'
import { TextLink } from '@/ui/text-link'
import { Accept } from './accept'
import { Position, Settlement } from './after-sale'
import { Checks } from './checks'
import { Documents } from './documents'
import { Facts } from './facts'
import { ScheduleFiles, SettlementFiles } from './in-writing'
import { Offer } from './offer'
import { PaidOut, StillToCome, ToBePaid } from './paid-for'
import { PriceByDay } from './price-by-day'
import { Timeline } from './timeline'

// Only drafts are edited.
const editInvoice = async () => ({ default: (await import('./edit-invoice')).EditInvoice })

/** One invoice, from the draft to its end. */
export default function InvoicePage() {
  const { t } = useLingui()
  const { id = '' } = useParams<{ id: string }>()
  const { data: receivable, error, refetch } = useReceivable(id)
  if (receivable) return <Invoice key={id} receivable={receivable} />
  if (!error) return <LoadingPage />
  return (
    <Page title={t`Invoice`}>
      <Failure {...failure(error)} />
      <Flex gap="2" wrap="wrap">
        <Button onClick={() => void refetch()}>
          <Trans>Try again</Trans>
        </Button>
        <LinkButton to={paths.invoices} variant="outline">
          <Trans>All invoices</Trans>
        </LinkButton>
      </Flex>
    </Page>
  )
}

/** What is being done on the screen. */
type Doing = 'edit' | 'withdraw' | 'accept' | null

function Invoice({ receivable }: { receivable: Receivable }) {
  const { t } = useLingui()
  const { id, version, kind, status, currency, allowedActions, offer, position, settlement, lateness, figures, invoiceNumber } = receivable
  const [doing, setDoing] = useState<Doing>(null)
  const [sold, setSold] = useState<Price | null>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const keys = { submit: useIdempotencyKey<Seen>(), withdraw: useIdempotencyKey<Seen>() }
  const submit = useMoveReceivable('submit', keys.submit)
  const withdraw = useMoveReceivable('withdraw', keys.withdraw)
  const may = (action: (typeof allowedActions)[number]) => allowedActions.includes(action)
  const send = () => {
    after(submit.mutateAsync({ id, version }), (now) => { toast.success(now.status === 'offered' ? t`Submitted: our offer is ready` : t`Invoice submitted`) })
  }
  useAgainWhenBack(submit.error, send)
  const takeBack = () => {
    after(withdraw.mutateAsync({ id, version }), () => {
      setDoing(null)
      toast.success(t`Invoice withdrawn`)
    })
  }
  const error = submit.error ?? withdraw.error
  const isAccepting = doing === 'accept' && may('accept') && offer
  const caps = status === 'offered' ? receivable.checks.filter(isCap) : []
  const main = may('submit') ? (
    <MainAction loading={submit.isPending} loadingText={t`Submitting`} onClick={send}>
      <Trans>Submit invoice</Trans>
    </MainAction>
  ) : may('accept') && offer ? (
    isAccepting ? null : (
      <MainAction disabled={caps.length > 0} onClick={() => { setDoing('accept') }}>
        <Trans>Accept offer</Trans>
      </MainAction>
    )
  ) : may('attach_documents') && receivable.documents.length === 0 ? (
    <MainAction onClick={() => { chooser.current?.click() }}>
      <Trans>Attach invoice</Trans>
    </MainAction>
  ) : null
  return (
    <Page
      title={t`Invoice ${invoiceNumber}`}
      lead={receivable.debtorName ?? undefined}
      actions={
        // Nothing is to slide under a second press.
        doing === 'edit' || isAccepting ? null : (
          <>
            {may('withdraw') && doing !== 'withdraw' ? (
              <Button variant="outline" onClick={() => { setDoing('withdraw') }}>
                {status === 'draft' ? <Trans>Discard draft</Trans> : <Trans>Withdraw</Trans>}
              </Button>
            ) : null}
            {may('edit') ? (
              <Button variant="outline" onClick={() => { setDoing('edit') }}>
                <Trans>Edit</Trans>
              </Button>
            ) : null}
            {main}
          </>
        )
      }
    >
      {doing === 'withdraw' && may('withdraw') ? (
        <Question
          question={status === 'draft' ? t`Discard this draft?` : t`Withdraw this invoice? You can enter it again later.`}
          yes={status === 'draft' ? <Trans>Discard draft</Trans> : <Trans>Withdraw</Trans>}
          no={<Trans>Keep</Trans>}
          isBusy={withdraw.isPending}
          confirm={takeBack}
          leave={() => {
            withdraw.reset()
            setDoing(null)
          }}
        />
      ) : null}
      <Failure sentence={error ? (isLost(submit.error) ? sentenceBeforeAgain(error) : refusal(error, currency)) : undefined} until={retryAt(error)} />
      {sold ? <Sold offer={sold} /> : null}
      <Stack gap="3">
        <Flex gap="3" wrap="wrap" align="center">
          <ReceivableBadges receivable={receivable} />
          {sold ? null : <Meaning receivable={receivable} />}
        </Flex>
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="5" alignItems="end">
          <Figure isMain label={t`Invoice amount`} amount={formatMoney(figures.face, currency)} more={figures.face === receivable.face ? null : <Changed was={formatMoney(receivable.face, currency)} />} />
          <Figure label={t`Due`} amount={formatDay(figures.dueOn)} more={figures.dueOn === receivable.dueOn ? null : <Changed was={formatDay(receivable.dueOn)} />} />
        </SimpleGrid>
      </Stack>
      <Whys receivable={receivable} />
      <EnterAgain receivable={receivable} />
      {caps.length > 0 ? (
        <Notice status="warning" title={t`You can’t accept this offer today`}>
          {caps.map((check) => [checkText(check, receivable), figuresText(check, currency, receivable), cureText(check, receivable)].filter(Boolean).join(' ')).join(' ')}
        </Notice>
      ) : null}
      {isAccepting ? <Accept receivable={receivable} offer={offer} close={() => { setDoing(null) }} done={setSold} /> : null}
      {doing === 'edit' ? (
        <Extra load={editInvoice} props={{ receivable, close: () => { setDoing(null) } }} meanwhile={<Skeleton height="40" data-loading />} instead={<MissingPart />} />
      ) : (
        <>
          {status === 'offered' && offer ? <Offer receivable={receivable} offer={offer} /> : null}
          {status === 'offered' && kind === 'reverse_factoring' ? <PriceByDay id={id} currency={currency} /> : null}
          {status === 'draft' ? <Documents receivable={receivable} chooser={chooser} /> : null}
          <Checks receivable={receivable} />
          {lateness ? <Lateness late={lateness} kind={kind} currency={currency} reader="seller" dueOn={receivable.dueOn} /> : null}
          {settlement ? <Settlement id={id} kind={kind} settlement={settlement} position={position} offer={offer} currency={currency} /> : null}
          {position && !settlement ? <Position id={id} position={position} offer={offer} currency={currency} /> : null}
          <Section title={<Trans>Progress</Trans>}>
            <Timeline receivable={receivable} />
          </Section>
          {status !== 'offered' && offer ? <Offer receivable={receivable} offer={offer} /> : null}
          {status === 'draft' ? null : <Documents receivable={receivable} chooser={chooser} />}
          <Facts receivable={receivable} />
          {position ? (
            <Section title={<Trans>In writing</Trans>} lead={<Trans>For your records. Each document stays as it was first made.</Trans>}>
              <ScheduleFiles id={id} number={invoiceNumber} />
              {settlement ? <SettlementFiles id={id} number={invoiceNumber} lines={settlement.lines} currency={currency} /> : null}
            </Section>
          ) : null}
        </>
      )}
    </Page>
  )
}

/** What its status means for the company. */
function Meaning({ receivable }: { receivable: Receivable }) {
  const { id, kind, status, disputed, figures } = receivable
  const isPast = figures.dueOn < useToday()
  const day = formatDay(figures.dueOn)
  const { labels, code } = standingOf(receivable)
  const known = labels.find(code)
  if (status === 'offered' && receivable.checks.some(isCap)) return <Text color="fg.muted"><Trans>Our offer is ready, but it can’t be accepted today.</Trans></Text>
  if (status === 'funded') return <PaidOut id={id}>{known ? text(known.means) : null}</PaidOut>
  if (status === 'accepted' && disputed) return <Text color="fg.muted"><Trans>You sold this invoice. The payout waits until the dispute is cleared up.</Trans></Text>
  if (status === 'accepted') return <ToBePaid id={id}>{known ? text(known.means) : null}</ToBePaid>
  if (isClosed(status)) return <StillToCome id={id}>{known ? text(known.means) : null}</StillToCome>
  if (kind === 'reverse_factoring' && isPast && (status === 'rejected' || status === 'lapsed')) return <Text color="fg.muted"><Trans>It wasn’t paid early. Your buyer was to pay you on {day}.</Trans></Text>
  return known ? <Text color="fg.muted">{text(known.means)}</Text> : null
}

/** The way on from what came to nothing, where it can be entered once more. */
function EnterAgain({ receivable: { id, kind, status } }: { receivable: Receivable }) {
  const mayEnter = useMay('enter_invoices')
  if (kind !== 'factoring' || !(status === 'lapsed' || status === 'withdrawn') || !mayEnter) return null
  return (
    <Flex gap="3" wrap="wrap" align="center">
      <LinkButton to={enterAgainPath(id)} variant="outline">
        <Trans>Enter it again</Trans>
      </LinkButton>
      {status === 'lapsed' ? (
        <Text color="fg.muted">
          <Trans>If it is due later than it says here, enter it again with the right date.</Trans>
        </Text>
      ) : null}
    </Flex>
  )
}

function Changed({ was }: { was: string }) {
  return <Trans>The invoice says {was}.</Trans>
}

/** The moment an invoice is sold: what happens next, and when. */
function Sold({ offer }: { offer: Price }) {
  const { t } = useLingui()
  const said = useRef<HTMLDivElement>(null)
  // What was pressed is gone.
  useEffect(() => {
    said.current?.focus()
  }, [])
  const why = useWhyStopped()
  const [payout, day, release] = [formatMoney(offer.payout, offer.currency), formatDay(offer.payoutOn), formatMoney(offer.release, offer.currency)]
  return (
    <Box ref={said} tabIndex={-1} outline="none">
      <Notice status="success" title={t`Sold`}>
        {why ? <Trans>Your payout of {payout} waits: {why}</Trans> : <Trans>We pay you {payout} on {day}.</Trans>} {offer.release > 0 ? <Trans>You receive {release} once your buyer has paid on time.</Trans> : null}
        <KeptBack currency={offer.currency} payout={offer.payout} />
      </Notice>
    </Box>
  )
}

/** What is the matter with it: who can go on, why it was rejected, what is disputed. */
function Whys({ receivable: { status, allowedActions, takesColleague, acceptors, sellsItself, rejection, disputed, currency } }: { receivable: Receivable }) {
  const { t } = useLingui()
  const waits = status === 'offered' && !allowedActions.includes('accept')
  const amount = disputed ? formatMoney(disputed.amount, currency) : ''
  const reason = disputed ? disputeReasons.labelOf(disputed.reason) : ''
  const names = acceptors.map(({ name }) => name).join(', ')
  return (
    <>
      {status === 'draft' ? <WhoCan right="enter_invoices" /> : null}
      {waits && acceptors.length > 0 ? <WhoCan right="accept_offers" among={acceptors.map(({ id }) => id)} /> : null}
      {takesColleague ? (
        <Notice status="info">
          {acceptors.length > 0 ? <Trans>You entered this invoice, so a colleague has to accept the offer: {names}.</Trans> : <Trans>You entered this invoice, so a colleague has to accept the offer. Nobody else can at the moment: invite another approver under <TextLink to={paths.company}>Company</TextLink>.</Trans>}
        </Notice>
      ) : null}
      {sellsItself ? (
        <Notice status="info">
          <Trans>It is sold automatically at the end of the day, as far as it fits under the limits. You can change this under <TextLink to={paths.company}>Company</TextLink>.</Trans>
        </Notice>
      ) : null}
      {rejection ? (
        <Notice status="warning" title={t`Why we didn’t buy it`}>
          <Box whiteSpace="pre-line">{rejection}</Box>
        </Notice>
      ) : null}
      {disputed ? (
        <Notice status="warning" title={t`Your buyer disputes this invoice`}>
          <Trans>{amount} is disputed: {reason}. Clear it up with your buyer and <Contact>tell us</Contact>.</Trans>
          {disputed.remark ? (
            <Box as="blockquote" mt="2" ps="3" borderStartWidth="3px" whiteSpace="pre-line" overflowWrap="anywhere">
              {disputed.remark}
            </Box>
          ) : null}
        </Notice>
      ) : null}
    </>
  )
}
