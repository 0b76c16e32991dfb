import { Box, Grid, Heading, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { failure } from '@/api/errors'
import { useFacilities } from '@/entities/facility/api'
import { notNew, NotNew } from '@/entities/facility/not-new'
import { useProgrammes, type Programme } from '@/entities/programme/payables'
import { useMay } from '@/entities/team/rights'
import { formatDay, formatShortDay } from '@/lib/dates'
import { formatMoney, formatRounded } from '@/lib/money'
import { formatPercent } from '@/lib/numbers'
import { paths } from '@/lib/paths'
import { Figure } from '@/ui/amount-list'
import { Answer } from '@/ui/answer'
import { Bars } from '@/ui/chart'
import { LinkButton } from '@/ui/link-button'
import { MainLink } from '@/ui/main-action'
import { Notice } from '@/ui/notice'
import { Section } from '@/ui/page'
import { ProgressBar } from '@/ui/progress-bar'
import { TextLink } from '@/ui/text-link'

/** What a buyer has to know of its programmes; on a screen that has no other main action, approving is it. */
export function Programmes({ isMain }: { isMain: boolean }) {
  const { t } = useLingui()
  const { data, error, refetch, isFetching } = useProgrammes()
  const facilities = useFacilities()
  const waits = facilities.data?.some(({ kind, allowedActions }) => kind === 'reverse_factoring' && allowedActions.includes('accept_terms')) ?? false
  const isOver = notNew(facilities.data ?? [], 'reverse_factoring').length > 0
  return (
    <>
      {waits ? (
        <Notice status="info" title={t`Terms for you to accept`}>
          <TextLink to={paths.facility}><Trans>Read our terms for your supplier programme</Trans></TextLink>
        </Notice>
      ) : null}
      <NotNew kind="reverse_factoring" />
      <Answer isThere={data !== undefined && (data.length > 0 || facilities.data !== undefined)} failed={failure(data ? facilities.error : error)} again={() => void Promise.all([refetch(), facilities.refetch()])} isAsking={isFetching || facilities.isFetching} loading={t`Loading your programmes`}>
        {data && data.length > 0 ? (
          data.map((programme) => <One key={programme.facilityId} programme={programme} isMain={isMain} />)
        ) : isOver ? null : (
          <Section title={<Trans>Supplier programme</Trans>}>
            <Text color="fg.muted">
              <Trans>You have no programme yet. Once you’ve accepted our terms, you’ll see here what is used, free and due.</Trans>
            </Text>
          </Section>
        )}
      </Answer>
    </>
  )
}

function One({ programme, isMain }: { programme: Programme; isMain: boolean }) {
  const { t } = useLingui()
  const mayApprove = useMay('approve_payables')
  const { currency, status, limit, inUse, free, drafts, overdue, approved, committed, paidEarly } = programme
  const isActive = status === 'active'
  const money = (minor: number) => formatMoney(minor, currency)
  const [whole, promised, onItsWay] = [money(limit), money(approved), money(committed)]
  return (
    <Section
      title={<Trans>Supplier programme · {currency}</Trans>}
      actions={
        <>
          <LinkButton to={paths.suppliers} variant="outline">
            <Trans>View suppliers</Trans>
          </LinkButton>
          <LinkButton to={paths.payables} variant="outline">
            <Trans>View payables</Trans>
          </LinkButton>
          {isMain && isActive && mayApprove && drafts > 0 ? (
            <MainLink to={`${paths.payables}?status=draft`}>
              <Trans>Approve payables</Trans>
            </MainLink>
          ) : null}
        </>
      }
    >
      <Grid templateColumns={{ base: '1fr', sm: 'repeat(2, minmax(0, 1fr))', lg: 'auto repeat(3, minmax(0, 1fr))' }} columnGap="8" rowGap="5" alignItems="start">
        <Figure isMain label={t`Free`} amount={money(free)} more={isActive ? undefined : t`Only an active programme has something free.`} />
        <Box>
          <Figure label={t`Used`} amount={money(inUse)} more={t`of ${whole}`} />
          <Box mt="2">
            <ProgressBar label={t`Used`} percent={limit > 0 ? Math.min(100, Math.round((inUse / limit) * 100)) : 0} />
          </Box>
        </Box>
        <Figure label={t`Paid early, last 90 days`} amount={approved > 0 ? formatPercent(paidEarly / approved) : '–'} more={committed > 0 ? t`of ${promised} approved; ${onItsWay} on its way` : t`of ${promised} approved`} />
        <Figure label={t`To approve`} amount={money(drafts)} more={drafts > 0 ? <TextLink to={`${paths.payables}?status=draft`}><Trans>See drafts</Trans></TextLink> : null} />
      </Grid>
      {overdue > 0 ? <Overdue amount={money(overdue)} /> : null}
      <Weeks programme={programme} />
    </Section>
  )
}

function Overdue({ amount }: { amount: string }) {
  return (
    <Notice status="warning">
      <Trans>{amount} is overdue. <TextLink to={`${paths.payables}?status=submitted,offered,accepted,funded&sort=due&order=asc`}>See what is due first</TextLink></Trans>
    </Notice>
  )
}

/** What is due, week by week: to us for what was paid early, to suppliers for the rest. */
function Weeks({ programme: { currency, weeks, later } }: { programme: Programme }) {
  const { t } = useLingui()
  const money = (minor: number) => formatMoney(minor, currency)
  const totals = weeks.map((week) => ({ ...week, total: week.toHouse + week.toSuppliers }))
  const rest = money(later)
  return (
    <Stack gap="2">
      <Heading as="h3" textStyle="part">
        <Trans>Due by week</Trans>
      </Heading>
      {totals.some(({ total }) => total !== 0) ? (
        <Bars
          label={t`Due by week, ${currency}`}
          isByDay
          most={formatRounded(Math.max(0, ...totals.map(({ total }) => total)), currency)}
          heads={[t`Week`, t`To us`, t`To suppliers`, t`Total`]}
          bars={totals.map(({ from, to, toHouse, toSuppliers, total }) => {
            const [first, last] = [formatDay(from), formatDay(to)]
            return {
              id: from,
              label: formatShortDay(from),
              value: Math.max(0, total),
              cells: [
                <TextLink key="week" to={`${paths.payables}?dueFrom=${from}&dueTo=${to}`}>
                  {first === last ? first : `${first} – ${last}`}
                </TextLink>,
                money(toHouse),
                money(toSuppliers),
                money(total),
              ],
            }
          })}
        />
      ) : (
        <Text color="fg.muted">
          <Trans>Nothing is due in the next eight weeks.</Trans>
        </Text>
      )}
      {later > 0 ? (
        <Text textStyle="label" color="fg.muted">
          <Trans>Another {rest} is due later.</Trans>
        </Text>
      ) : null}
    </Stack>
  )
}
