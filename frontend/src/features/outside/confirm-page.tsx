import { Box, Button, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { ApiError } from '@/api/client'
import { fieldErrors, retryAt, sentence } from '@/api/errors'
import { groupedIban } from '@/entities/company/labels'
import { disputeReasons } from '@/entities/receivable/statuses'
import { useToday } from '@/entities/user/today'
import { formatDay, formatInstant } from '@/lib/dates'
import { config } from '@/lib/config'
import { useLinkSecret } from '@/lib/link-secret'
import { formatMoney } from '@/lib/money'
import { CardPage } from '@/ui/card-page'
import { Copyable } from '@/ui/copyable'
import { Contact, Phone } from '@/ui/contact'
import { Failure } from '@/ui/failure'
import { LoadingPage } from '@/ui/loading'
import { MainAction } from '@/ui/main-action'
import { Notice } from '@/ui/notice'
import { Panel } from '@/ui/page'
import { Segments } from '@/ui/segments'
import { SmallForm, type SmallField, type SmallValues } from '@/ui/small-form'
import { TextLink } from '@/ui/text-link'
import { useAnswer, useAsked, type AskedInvoice, type DebtorAnswer } from './api'
import { useLanguageOf } from './in-language'
import { checkPath } from './paths'

const problemOf = (error: unknown) => (error instanceof ApiError ? error.problem : null)

/** What the mailed link of a debtor opens. Opening it changes nothing; the button does. */
export default function ConfirmPage() {
  const secret = useLinkSecret()
  // Another link is another page: nothing typed for one is sent for the other.
  return secret ? <Opened key={secret} secret={secret} /> : <NoLonger expired={false} />
}

function Opened({ secret }: { secret: string }) {
  const { t } = useLingui()
  const { data: asked, error, isFetching, refetch } = useAsked(secret)
  useLanguageOf(asked?.language)
  const problem = problemOf(error)
  if (!asked && problem?.code === 'link_invalid') return <NoLonger expired={problem.expired === true} />
  if (!asked && error) {
    return (
      <CardPage title={t`We can’t show the invoice right now`}>
        <Failure sentence={sentence(error)} until={retryAt(error)} />
        <MainAction loading={isFetching} loadingText={t`Trying again`} onClick={() => void refetch()}>
          <Trans>Try again</Trans>
        </MainAction>
      </CardPage>
    )
  }
  if (!asked) return <LoadingPage />
  const { seller, invoiceNumber } = asked
  return (
    <CardPage title={t`Invoice ${invoiceNumber}`} lead={seller ? t`${seller} says that your company owes this invoice. Is it correct?` : t`Is this invoice correct?`}>
      <Who asked={asked} />
      <Facts asked={asked} />
      <Said asked={asked} />
      {asked.disputed && asked.statements.length === 0 ? <Notice status="warning" title={t`This invoice is disputed`}><Trans>We have noted the dispute and are looking into it.</Trans></Notice> : null}
      {asked.open ? <Answering key={asked.statements.length} secret={secret} asked={asked} /> : <Closed asked={asked} />}
      {asked.statements.at(-1)?.answer === 'not_ours' ? null : <PayTo asked={asked} />}
    </CardPage>
  )
}

/** The link is too old, or there never was one like it. */
function NoLonger({ expired }: { expired: boolean }) {
  const { t } = useLingui()
  return (
    <CardPage title={expired ? t`This link has expired` : t`We don’t know this link`}>
      <Text>
        {expired ? (
          <Trans>It worked for 14 days. Nothing was changed. Ask the sender for a new one.</Trans>
        ) : (
          <Trans>Open it from the e-mail once more, and make sure that all of it is in the address.</Trans>
        )}
      </Text>
    </CardPage>
  )
}

/** Who asks, with an address and a way to ask back: the mail could be anybody’s. */
function Who({ asked: { house, seller } }: { asked: AskedInvoice }) {
  const { name, address } = config().house
  const [who, where] = [house ?? name, address]
  return (
    <Text color="fg.muted">
      {seller ? <Trans>We are {who}, {where}. {seller} submitted the invoice to us for financing.</Trans> : <Trans>We are {who}, {where}. The invoice was submitted to us for financing.</Trans>}{' '}
      <Trans>Not sure about this page? <Contact>Ask us</Contact>.</Trans> <Phone />
    </Text>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box minW="0">
      <Text as="dt" textStyle="label" color="fg.muted">
        {label}
      </Text>
      <Text as="dd" overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
        {children}
      </Text>
    </Box>
  )
}

function Facts({ asked: { seller, debtor, invoiceNumber, issuedOn, dueOn, face, paid, currency } }: { asked: AskedInvoice }) {
  const { t } = useLingui()
  return (
    <Panel>
      <Stack as="dl" gap="4">
        {seller ? <Fact label={t`Supplier`}>{seller}</Fact> : null}
        {debtor ? <Fact label={t`Your company`}>{debtor}</Fact> : null}
        <Fact label={t`Invoice number`}>{invoiceNumber}</Fact>
        <Fact label={t`Invoice date`}>{formatDay(issuedOn)}</Fact>
        <Fact label={t`Due date`}>{formatDay(dueOn)}</Fact>
        <Fact label={t`Invoice amount`}>{formatMoney(face, currency)}</Fact>
        {paid > 0 ? <Fact label={t`Already paid`}>{formatMoney(paid, currency)}</Fact> : null}
      </Stack>
    </Panel>
  )
}

/** What was said last, if anything was. */
function Said({ asked: { statements, currency, disputed } }: { asked: AskedInvoice }) {
  const { t } = useLingui()
  const last = statements.at(-1)
  if (!last) return null
  const [at, amount, day, reason] = [formatInstant(last.at), last.amount ? formatMoney(last.amount, currency) : '', last.dueOn ? formatDay(last.dueOn) : '', last.reason ? disputeReasons.labelOf(last.reason) : '']
  const titles: Record<DebtorAnswer, string> = {
    confirm: t`You confirmed this invoice`,
    change: t`You confirmed this invoice with changes`,
    dispute: t`You disputed this invoice`,
    not_ours: t`You told us that this invoice isn’t yours`,
  }
  return (
    <Notice status={disputed ? 'warning' : 'success'} title={titles[last.answer]}>
      <Text>{at}</Text>
      {amount ? <Text><Trans>Amount: {amount}</Trans></Text> : null}
      {day ? <Text><Trans>Payment on: {day}</Trans></Text> : null}
      {reason ? <Text><Trans>Reason: {reason}</Trans></Text> : null}
      {last.note ? <Text whiteSpace="pre-line">{last.note}</Text> : null}
      <Text mt="2">{disputed && (last.answer === 'confirm' || last.answer === 'change') ? <Trans>Thank you. The invoice stays disputed until we have cleared that up with you.</Trans> : <Trans>Thank you. You don’t need to do anything else.</Trans>}</Text>
    </Notice>
  )
}

/** Nothing more is taken by this link. */
function Closed({ asked: { statements } }: { asked: AskedInvoice }) {
  return (
    <Notice status="info">
      {statements.length > 0 ? <Trans>This link takes no more answers.</Trans> : <Trans>This invoice needs no answer any more.</Trans>}{' '}
      <Trans>Is something wrong? <Contact>Write to us</Contact>.</Trans>
    </Notice>
  )
}

interface Way {
  label: string
  does: string
  action: string
  fields: readonly SmallField[]
}

function useWays({ face, dueOn }: AskedInvoice): Record<DebtorAnswer, Way> {
  const { t } = useLingui()
  const today = useToday()
  const note: SmallField = { name: 'note', kind: 'text', label: t`Note`, optional: true }
  const passedOn: SmallField = { ...note, help: t`Your supplier can read it too.` }
  return {
    confirm: { label: t`Correct`, does: dueOn < today ? t`We owe this invoice, which was due on ${formatDay(dueOn)}, and will pay it.` : t`We owe this invoice and will pay it when it is due.`, action: t`Confirm invoice`, fields: [note] },
    change: {
      label: t`Other amount or date`,
      does: t`We owe the invoice, but with another amount, or we pay on another day.`,
      action: t`Confirm with changes`,
      fields: [{ name: 'amount', kind: 'money', label: t`Amount that is correct`, initial: face }, { name: 'dueOn', kind: 'day', label: t`Day on which you pay`, initial: dueOn }, note],
    },
    dispute: {
      label: t({ message: 'Dispute', context: 'verb' }),
      does: t`We don’t want to pay all of it.`,
      action: t`Dispute invoice`,
      fields: [
        { name: 'reason', kind: 'choice', label: t`Reason`, options: disputeReasons.options() },
        { name: 'amount', kind: 'money', label: t`Disputed amount`, optional: true, help: t`All of it, unless you name a part.` },
        passedOn,
      ],
    },
    not_ours: { label: t`Not ours`, does: t`Our company has nothing to do with this invoice.`, action: t`Send answer`, fields: [passedOn] },
  }
}

function Answering({ secret, asked }: { secret: string; asked: AskedInvoice }) {
  const { t } = useLingui()
  const answer = useAnswer(secret)
  const [isOpen, setOpen] = useState(asked.statements.length === 0)
  const [kind, setKind] = useState<DebtorAnswer>('confirm')
  const ways = useWays(asked)
  if (!isOpen) {
    return (
      <Box>
        <Button variant="outline" onClick={() => { setOpen(true) }}>
          <Trans>Give another answer</Trans>
        </Button>
      </Box>
    )
  }
  const { label, does, action, fields } = ways[kind]
  const problem = problemOf(answer.error)
  const { supportEmail } = config().house
  const said = problem?.reason === 'disputed' ? t`You have disputed it already, and we are looking into it. Write to ${supportEmail} if there is more to say.` : answer.error ? sentence(answer.error) : undefined
  const send = (values: SmallValues) => {
    answer.mutate({ seen: asked.hash, answer: kind, ...values } as Parameters<typeof answer.mutate>[0])
  }
  return (
    <Panel>
      <Stack gap="4">
        <Segments label={t`Your answer`} value={kind} options={(Object.keys(ways) as DebtorAnswer[]).map((value) => ({ value, label: ways[value].label }))} choose={setKind} />
        <Text color="fg.muted">{does}</Text>
        <SmallForm key={kind} label={label} fields={fields} currency={asked.currency} refused={fieldErrors(answer.error)} send={send} isBusy={answer.isPending} busyText={t`Sending`} action={action}>
          <Failure sentence={said} until={retryAt(answer.error)} />
        </SmallForm>
      </Stack>
    </Panel>
  )
}

/** Where it is paid to, once the house bought it; and that nobody is told anything else by mail. */
function PayTo({ asked: { payTo, house } }: { asked: AskedInvoice }) {
  const { t } = useLingui()
  return (
    <Stack gap="4">
      {payTo ? (
        <Panel>
          <Stack gap="4">
            <Text fontWeight="600">{house ? t`Pay to ${house}, and to this bank account only` : t`Pay to this bank account only`}</Text>
            <Stack as="dl" gap="4">
              <Fact label={t`Account holder`}>{payTo.holder}</Fact>
              <Fact label="IBAN">
                <Copyable label="IBAN" text={groupedIban(payTo.iban)} copied={payTo.iban} />
              </Fact>
              {payTo.bic ? <Fact label="BIC">{payTo.bic}</Fact> : null}
              <Fact label={t`Payment reference`}>
                <Copyable label={t`Payment reference`} text={payTo.reference} copied={payTo.reference} />
              </Fact>
            </Stack>
          </Stack>
        </Panel>
      ) : null}
      <Text textStyle="label" color="fg.muted">
        <Trans>We never tell you other bank details by e-mail or telephone, and nobody can change them here. Did someone? Don’t pay, and check the letter you got.</Trans> <TextLink to={checkPath}>{t`Check a letter`}</TextLink>
      </Text>
    </Stack>
  )
}
