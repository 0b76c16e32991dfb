import { HStack, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { failure } from '@/api/errors'
import { accountKinds } from '@/entities/ledger/accounts'
import { useTrialBalance, type Total } from '@/entities/ledger/api'
import { accountsPath } from '@/entities/ledger/paths'
import { useOperatorMay } from '@/entities/operator/api'
import { NeedsRight } from '@/entities/operator/needs-right'
import { formatInstant } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { paths } from '@/lib/paths'
import { Answer } from '@/ui/answer'
import { Empty } from '@/ui/empty'
import { BookIcon } from '@/ui/icons'
import { LinkButton } from '@/ui/link-button'
import { Page, Section } from '@/ui/page'
import { Table, type Column } from '@/ui/table'
import { useSides } from './amounts'
import { AsOf, asOf, useDay } from './as-of'
import { Export } from './export'

/** What the accounts of each kind hold, as of any day. */
export default function TrialBalancePage() {
  const { t } = useLingui()
  return (
    <NeedsRight title={t`Ledger`} right="read_ledger">
      <TrialBalance />
    </NeedsRight>
  )
}

function TrialBalance() {
  const { t } = useLingui()
  const on = useDay()
  const { data, error, refetch, isFetching, isPlaceholderData } = useTrialBalance(on)
  const known = data ? formatInstant(data.known) : ''
  return (
    <Page title={t`Ledger`} lead={<Trans>Trial balance. Open a kind of account to see its accounts, entries and what caused them.</Trans>} width="8xl" actions={<Actions on={on} />}>
      <Stack gap="6">
        <AsOf />
        <Answer isThere={data !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading the ledger`}>
          {data?.data.length === 0 ? (
            <Empty as="h2" icon={<BookIcon />} title={on ? t`Nothing was booked by then` : t`Nothing is booked yet`}>
              <Trans>The first sale, receipt or payment of capital opens the books.</Trans>
            </Empty>
          ) : (
            <Stack gap="8" opacity={isPlaceholderData ? 0.6 : 1} aria-busy={isPlaceholderData}>
              {[...new Set(data?.data.map(({ currency }) => currency))].map((currency) => (
                <InCurrency key={currency} currency={currency} on={on} totals={data?.data.filter((total) => total.currency === currency) ?? []} />
              ))}
              <Text color="fg.muted" textStyle="label">
                <Trans>As recorded at {known}</Trans>
              </Text>
            </Stack>
          )}
        </Answer>
      </Stack>
    </Page>
  )
}

function Actions({ on }: { on: string | undefined }) {
  const may = useOperatorMay('book_entries')
  return (
    <>
      {may ? (
        <LinkButton to={paths.book} variant="outline">
          <Trans>Book by hand</Trans>
        </LinkButton>
      ) : null}
      <Export on={on} />
    </>
  )
}

const sum = (totals: Total[], side: 'debit' | 'credit') => totals.reduce((all, total) => all + total[side], 0)

function InCurrency({ currency, on, totals }: { currency: string; on: string | undefined; totals: Total[] }) {
  const { t } = useLingui()
  const sides = useSides<Total>(() => currency)
  const columns: Column<Total>[] = [{ id: 'account', label: t({ message: 'Account', context: 'ledger' }), cell: ({ account }) => accountKinds.labelOf(account) }, ...sides]
  const [debit, credit] = [formatMoney(sum(totals, 'debit'), currency), formatMoney(sum(totals, 'credit'), currency)]
  return (
    <Section title={currency}>
      <Table label={t`Trial balance in ${currency}`} rows={totals} columns={columns} keyOf={({ account }) => account} nameOf={({ account }) => accountKinds.labelOf(account)} to={({ account }) => asOf(accountsPath(account), on)} />
      <HStack justify="flex-end" gap="6" px="3" fontVariantNumeric="tabular-nums" wrap="wrap">
        <Text>
          <Trans>Total debit: {debit}</Trans>
        </Text>
        <Text>
          <Trans>Total credit: {credit}</Trans>
        </Text>
      </HStack>
    </Section>
  )
}
