import { Heading, Skeleton, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { failure } from '@/api/errors'
import { useComing, type Coming as InCurrency } from '@/entities/receivable/api'
import { formatDay, formatShortDay } from '@/lib/dates'
import { formatMoney, formatRounded } from '@/lib/money'
import { paths } from '@/lib/paths'
import { Bars } from '@/ui/chart'
import { Failure } from '@/ui/failure'
import { Section } from '@/ui/page'
import { TextLink } from '@/ui/text-link'

/** Whether anything of it comes in one of the weeks. */
const isSoon = ({ weeks }: InCurrency) => weeks.some(({ payouts, releases }) => payouts !== 0 || releases !== 0)

const isAny = (coming: InCurrency) => isSoon(coming) || coming.later !== 0 || coming.unsure !== 0

/** The money that comes, week by week: payouts on their way, and what follows once buyers pay. */
export function Coming() {
  const { t } = useLingui()
  const { data, error } = useComing()
  return (
    <Section title={<Trans>Money coming by week</Trans>} lead={<Trans>Payouts on their way, and what you receive once your buyers pay on the due date.</Trans>}>
      {data ? (
        data.some(isAny) ? (
          <Stack gap="6">
            {data.filter(isAny).map((coming) => (
              <Weeks key={coming.currency} coming={coming} hasTitle={data.filter(isAny).length > 1} />
            ))}
          </Stack>
        ) : (
          <Text color="fg.muted">
            <Trans>Nothing is on its way. Once you sell an invoice, you’ll see here when its money comes.</Trans>
          </Text>
        )
      ) : error ? (
        <Failure {...failure(error)} />
      ) : (
        <Skeleton h="32" role="status" aria-label={t`Loading the money that comes`} data-loading />
      )}
    </Section>
  )
}

/** The sold invoices that are due on these days. */
const dueAddress = (from: string, to: string) => `${paths.invoices}?status=accepted,funded&dueFrom=${from}&dueTo=${to}`

function Weeks({ coming, hasTitle }: { coming: InCurrency; hasTitle: boolean }) {
  const { currency, weeks, later, laterSetOff, unsure } = coming
  const { t } = useLingui()
  const money = (minor: number) => formatMoney(minor, currency)
  const totals = weeks.map((week) => ({ ...week, total: week.payouts + week.releases - week.setOff }))
  const [open, rest] = [money(unsure), money(later - laterSetOff)]
  const isAnyKeptBack = laterSetOff !== 0 || weeks.some(({ setOff }) => setOff !== 0)
  return (
    <Stack gap="2">
      {hasTitle ? (
        <Heading as="h3" textStyle="part">
          {currency}
        </Heading>
      ) : null}
      {isSoon(coming) ? (
        <Bars
          label={t`Money coming by week, ${currency}`}
          isByDay
          most={formatRounded(Math.max(0, ...totals.map(({ total }) => total)), currency)}
          heads={[t`Week`, t`Payouts`, t`When buyers pay`, t`Set off`, t`Total`]}
          bars={totals.map(({ from, to, payouts, releases, setOff, total }) => {
            const [first, last] = [formatDay(from), formatDay(to)]
            return {
              id: from,
              label: formatShortDay(from),
              value: Math.max(0, total),
              cells: [
                <TextLink key="week" to={dueAddress(from, to)}>
                  {first === last ? first : `${first} – ${last}`}
                </TextLink>,
                money(payouts),
                money(releases),
                money(setOff === 0 ? 0 : -setOff),
                money(total),
              ],
            }
          })}
        />
      ) : (
        <Text color="fg.muted">
          <Trans>Nothing comes in the next eight weeks.</Trans>
        </Text>
      )}
      {later !== laterSetOff ? (
        <Text textStyle="label" color="fg.muted">
          <Trans>Another {rest} comes later.</Trans>
        </Text>
      ) : null}
      {isAnyKeptBack ? (
        <Text textStyle="label" color="fg.muted">
          <Trans>What you owe us is kept back from what comes first.</Trans>
        </Text>
      ) : null}
      {unsure !== 0 ? (
        <Text textStyle="label" color="fg.muted">
          <Trans>{open} is not counted: it comes from payouts that wait and from invoices that are overdue, disputed or on hold, and its day is not certain.</Trans>
        </Text>
      ) : null}
    </Stack>
  )
}
