import { Box, Button, Grid, HStack, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState, type ReactNode } from 'react'
import { ApiError, type Schemas } from '@/api/client'
import { failure } from '@/api/errors'
import { useApprovalsAbout } from '@/entities/approval/api'
import { limitCurrency, type Approval } from '@/entities/approval/labels'
import { Pending } from '@/entities/approval/pending'
import { useDebtor, type Debtor } from '@/entities/debtor/api'
import { debtorStates, registerEntry } from '@/entities/debtor/labels'
import { LetterList } from '@/entities/debtor/letter-list'
import { useLetters } from '@/entities/debtor/letters'
import { isWithoutLimit, limitChange, limitText } from '@/entities/debtor/limits'
import { LooksOnly } from '@/entities/operator/looks-only'
import { NeedsRight } from '@/entities/operator/needs-right'
import { formatInstant } from '@/lib/dates'
import { text } from '@/lib/i18n'
import { formatMoney } from '@/lib/money'
import { useParams } from '@/lib/navigation'
import { debtorPath, paths } from '@/lib/paths'
import { useNextFrame } from '@/lib/use-next-frame'
import { AmountList } from '@/ui/amount-list'
import { Answer } from '@/ui/answer'
import { CodeBadge } from '@/ui/code-badge'
import { Empty } from '@/ui/empty'
import { BuyersIcon } from '@/ui/icons'
import { LinkButton } from '@/ui/link-button'
import { Notice } from '@/ui/notice'
import { Page, Section } from '@/ui/page'
import { TextLink } from '@/ui/text-link'
import { Credits, OwedBeside } from './credits'
import { DebtorForm, type Outcome } from './debtor-form'
import { MergeForm } from './merge'
import { Payers } from './payers'

/** One debtor: what the house makes of it, how much it may owe, and whom to write to. */
export default function DebtorPage() {
  const { t } = useLingui()
  const { id } = useParams<{ id: string }>()
  return (
    <NeedsRight title={t({ message: 'Debtor', context: 'table' })} right="read_facilities">
      <OneDebtor key={id} id={id} />
    </NeedsRight>
  )
}

function OneDebtor({ id }: { id: string }) {
  const { t } = useLingui()
  const { data: debtor, error, refetch, isFetching } = useDebtor(id)
  if (error instanceof ApiError && error.status === 404) return <NoDebtor />
  return (
    <Page
      title={debtor?.legalName ?? t({ message: 'Debtor', context: 'table' })}
      lead={<TextLink to={paths.debtors}>{t`Debtors`}</TextLink>}
      actions={
        debtor?.mergedInto ? undefined : (
          <LinkButton to={`${paths.receivables}?debtorId=${encodeURIComponent(id)}`} variant="outline">
            <Trans>Show receivables</Trans>
          </LinkButton>
        )
      }
    >
      <Answer isThere={debtor !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading the debtor`}>
        {debtor ? <Details debtor={debtor} refresh={async () => (await refetch()).data} /> : null}
      </Answer>
    </Page>
  )
}

function NoDebtor() {
  const { t } = useLingui()
  return (
    <Page title={t({ message: 'Debtor', context: 'table' })}>
      <Empty as="h2" icon={<BuyersIcon />} title={t`There is no such debtor`}>
        <TextLink to={paths.debtors}>
          <Trans>Go to debtors</Trans>
        </TextLink>
      </Empty>
    </Page>
  )
}

interface DetailsProps {
  debtor: Debtor
  /** Reads it again: a colleague changed it. */
  refresh: () => Promise<Debtor | undefined>
}

function Details({ debtor, refresh }: DetailsProps) {
  const { t } = useLingui()
  const [isEditing, setEditing] = useState(false)
  const [isMerging, setMerging] = useState(false)
  // Of one debtor one merge waits at a time, whichever of the two it is.
  const isToBeMerged = useApprovalsAbout(debtor.id).some(({ action }) => action === 'merge_debtors')
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const head = useRef<HTMLDivElement>(null)
  const nextFrame = useNextFrame()
  const focusHead = () => {
    nextFrame(() => head.current?.focus())
  }
  return (
    <Stack gap="8">
      <Box ref={head} tabIndex={-1} outline="none">
        {outcome ? (
          <Notice status={outcome.waiting ? 'info' : 'success'} title={outcome.waiting ? t`Waiting for a second person` : t`Debtor changed`}>
            {outcome.waiting ? <Waiting waiting={outcome.waiting} savedMore={outcome.savedMore} /> : <Trans>In effect.</Trans>}
          </Notice>
        ) : null}
        {outcome?.waiting ? null : <Pending about={debtor.id} detail={(approval) => whatChanges(approval, debtor.id)} />}
        {debtor.mergedInto ? <Merged into={debtor.mergedInto} /> : debtor.mayChange ? null : <LooksOnly right="manage_debtors" />}
      </Box>
      {isMerging ? (
        <MergeForm
          debtor={debtor}
          cancel={() => {
            setMerging(false)
            focusHead()
          }}
          end={(waiting) => {
            setOutcome({ waiting, savedMore: false })
            setMerging(false)
            focusHead()
          }}
        />
      ) : isEditing ? (
        <DebtorForm
          debtor={debtor}
          refresh={refresh}
          cancel={() => {
            setEditing(false)
            focusHead()
          }}
          end={(how) => {
            setOutcome(how)
            setEditing(false)
            focusHead()
          }}
        />
      ) : (
        <Facts
          debtor={debtor}
          change={
            debtor.mayChange
              ? () => {
                  setOutcome(null)
                  setEditing(true)
                }
              : undefined
          }
          merge={
            debtor.mayChange && !isToBeMerged
              ? () => {
                  setOutcome(null)
                  setMerging(true)
                }
              : undefined
          }
        />
      )}
      <Letters id={debtor.id} />
    </Stack>
  )
}

/** Where a debtor went. */
function Merged({ into }: { into: string }) {
  const { t } = useLingui()
  const { data: other } = useDebtor(into)
  return (
    <Notice status="info" title={t`Merged into another debtor`}>
      <Trans>All that it owed is owed by the other debtor now, and new invoices to it are, too.</Trans> <TextLink to={debtorPath(into)}>{other?.legalName ?? t`Open the debtor`}</TextLink>
    </Notice>
  )
}

/** What it was written; nothing as long as it was written nothing. */
function Letters({ id }: { id: string }) {
  const { data: letters } = useLetters(id)
  if (!letters?.length) return null
  return (
    <Section title={<Trans>Letters</Trans>}>
      <LetterList letters={letters} />
    </Section>
  )
}

/** Of limits, each that would change: what it is, and what it would be. Of a merge, the other debtor. */
function whatChanges({ changes, merge }: Approval, of: string): ReactNode {
  if (merge) return merge.stays.id === of ? <Goes debtor={merge.gone} /> : <Stays debtor={merge.stays} />
  return changes.map(({ field, before, after }) => {
    const currency = limitCurrency(field)
    return currency ? <LimitChange key={field} currency={currency} before={before} after={after} /> : null
  })
}

type MergeOf = NonNullable<Approval['merge']>

function Goes({ debtor: { id, legalName, legalEntity } }: { debtor: MergeOf['gone'] }) {
  return (
    <Text>
      <Trans>
        <TextLink to={debtorPath(id)}>{legalName}</TextLink> · {registerEntry(legalEntity)} becomes this debtor
      </Trans>
    </Text>
  )
}

function Stays({ debtor: { id, legalName, legalEntity } }: { debtor: MergeOf['stays'] }) {
  return (
    <Text>
      <Trans>
        Into <TextLink to={debtorPath(id)}>{legalName}</TextLink> · {registerEntry(legalEntity)}
      </Trans>
    </Text>
  )
}

function LimitChange({ currency, before, after }: { currency: string; before: string | null | undefined; after: string | null | undefined }) {
  const [was, willBe] = limitChange({ before, after }, currency)
  return (
    <Text fontVariantNumeric="tabular-nums">
      <Trans>
        Limit in {currency}: {was} now, {willBe} once approved
      </Trans>
    </Text>
  )
}

function Waiting({ waiting, savedMore }: { waiting: Schemas['WaitingBody']; savedMore: boolean }) {
  const until = formatInstant(waiting.expiresAt)
  return (
    <>
      {savedMore ? <Trans>The status is saved and in effect.</Trans> : null}{' '}
      {waiting.action === 'merge_debtors' ? (
        <Trans>A colleague has to approve the merge before {until}. Until then both debtors stay as they are.</Trans>
      ) : (
        <Trans>A colleague has to approve the change before {until}. Until then limits and contact stay as they are.</Trans>
      )}{' '}
      <TextLink to={paths.approvals}>
        <Trans>Go to approvals</Trans>
      </TextLink>
    </>
  )
}

function Facts({ debtor, change, merge }: { debtor: Debtor; change: (() => void) | undefined; merge: (() => void) | undefined }) {
  const { t } = useLingui()
  const { state, contact, legalEntity, createdAt } = debtor
  const known = debtorStates.find(state)
  // What counts of one that was merged stands at the other one.
  if (debtor.mergedInto) {
    return (
      <Section title={t`Details`}>
        <Stack as="dl" gap="2">
          <Row title={t`Register entry`}>{registerEntry(legalEntity)}</Row>
          <Row title={t({ message: 'Added', context: 'debtor' })}>{formatInstant(createdAt)}</Row>
        </Stack>
      </Section>
    )
  }
  return (
    <>
      <Section
        title={t`Status`}
        actions={
          change || merge ? (
            <HStack wrap="wrap">
              {merge ? (
                <Button variant="outline" onClick={merge}>
                  <Trans>Merge into…</Trans>
                </Button>
              ) : null}
              {change ? (
                <Button onClick={change}>
                  <Trans>Change debtor</Trans>
                </Button>
              ) : null}
            </HStack>
          ) : null
        }
      >
        <Box>
          <CodeBadge labels={debtorStates} code={state} />
          {known ? (
            <Text color="fg.muted" mt="1">
              {isWithoutLimit(debtor) ? <Trans>We buy no more invoices to this debtor, because it has no limit above zero. What we bought runs on.</Trans> : text(known.means)}
            </Text>
          ) : null}
        </Box>
      </Section>
      <Section title={t`Limits`} lead={<Trans>The most that may be open against this debtor, across all sellers.</Trans>}>
        <LimitList debtor={debtor} />
      </Section>
      <Credits debtor={debtor} />
      <OwedBeside debtor={debtor} />
      <Payers debtor={debtor.id} />
      <Section title={t`Details`}>
        <Stack as="dl" gap="2">
          <Row title={t`Contact for notices`}>
            {contact ? (
              <>
                {contact.name}
                <Text overflowWrap="anywhere">{contact.email}</Text>
              </>
            ) : (
              <Text color="fg.muted">
                <Trans>Nobody yet. Notices of assignment have no recipient.</Trans>
              </Text>
            )}
          </Row>
          <Row title={t`Register entry`}>{registerEntry(legalEntity)}</Row>
          {debtor.merged.length > 0 ? (
            <Row title={t`Also known as`}>
              {debtor.merged.map(({ id, legalName, legalEntity: entity }) => (
                <Text key={id}>
                  <TextLink to={debtorPath(id)}>{legalName}</TextLink> · {registerEntry(entity)}
                </Text>
              ))}
            </Row>
          ) : null}
          <Row title={t({ message: 'Added', context: 'debtor' })}>{formatInstant(createdAt)}</Row>
        </Stack>
      </Section>
    </>
  )
}

/** Each limit with what of it is in use and what is free. */
function LimitList({ debtor: { limits, limitsUse } }: { debtor: Debtor }) {
  const { t } = useLingui()
  const uses = limitsUse ?? []
  const rows = [
    ...limits.map(({ amount, currency }) => {
      const use = uses.find((one) => one.currency === currency)
      const [used, free] = use ? [formatMoney(use.inUse, currency), formatMoney(use.free, currency)] : ['', '']
      return { id: currency, label: currency, amount: limitText(amount, currency), more: use ? t`${used} in use, ${free} free` : null }
    }),
    // What was bought under a limit that is no longer set runs on.
    ...uses
      .filter(({ currency, inUse }) => inUse > 0 && !limits.some((limit) => limit.currency === currency))
      .map(({ currency, inUse }) => {
        const used = formatMoney(inUse, currency)
        return { id: currency, label: currency, amount: limitText(null, currency), more: t`${used} in use` }
      }),
  ]
  return (
    <>
      {limits.length === 0 ? (
        <Text color="fg.muted">
          <Trans>No limit is set, so we buy nothing that this debtor owes.</Trans>
        </Text>
      ) : null}
      {rows.length > 0 ? <AmountList label={t`Limits`} rows={rows} /> : null}
    </>
  )
}

function Row({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', sm: '12rem minmax(0, 1fr)' }} columnGap="4" rowGap="0.5" alignItems="baseline">
      <Text as="dt" textStyle="label" color="fg.muted">
        {title}
      </Text>
      <Box as="dd" minW="0" overflowWrap="anywhere">
        {children}
      </Box>
    </Grid>
  )
}
