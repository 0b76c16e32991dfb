import { Box, List, Stack, Text } from '@chakra-ui/react'
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { components } from '@/api/schema'
import { accountOf } from '@/entities/company/labels'
import { formatMoney } from '@/lib/money'
import { AmountList } from '@/ui/amount-list'
import { Notice } from '@/ui/notice'
import { BankBalance } from './bank-balance'

type Schemas = components['schemas']
type Outlook = Schemas['ReleaseOutlookBody']

/** Of more payees than these the list scrolls. */
const MANY = 6

interface ReleaseOutlookProps {
  outlook: Outlook
  /** How many of them are advances for invoices that are overdue. */
  overdue: number
  children?: ReactNode
}

/** What releasing payouts would do: what speaks against it, under that what is asked about it, what is left at the bank, and what each payee gets. */
export function ReleaseOutlook({ outlook: { balances, payees, warnings }, overdue, children }: ReleaseOutlookProps) {
  const { t } = useLingui()
  const isSerious = warnings.some(({ needsReason }) => needsReason)
  return (
    <Stack gap="4">
      {warnings.length > 0 || overdue > 0 ? (
        <Notice status={isSerious || overdue > 0 ? 'warning' : 'info'}>
          <List.Root ps="5">
            {overdue > 0 ? <List.Item><Plural value={overdue} one="# payout is an advance for an invoice that is overdue." other="# payouts are advances for invoices that are overdue." /></List.Item> : null}
            {warnings.map((warning) => (
              <List.Item key={warning.code}>{warningText(warning)}</List.Item>
            ))}
          </List.Root>
        </Notice>
      ) : null}
      {children}
      <Sums payees={payees} />
      {balances.map((balance) => (
        <BankBalance key={balance.currency} balance={balance} change={{ label: t`This release`, amount: -balance.released }} />
      ))}
      <Box>
        <Text textStyle="part" mb="1">
          <Trans>Each payee gets</Trans>
        </Text>
        <AmountList
          label={t`Each payee gets`}
          long={{ from: MANY, label: t`All payees` }}
          rows={payees.map((payee) => ({
            id: `${payee.companyId} ${payee.currency}`,
            label: <Payee payee={payee} />,
            amount: formatMoney(payee.net, payee.currency),
          }))}
        />
      </Box>
    </Stack>
  )
}

/** What is decided on, in one line for each currency: how many payouts, what the companies are owed, what is kept back, and what is sent. */
function Sums({ payees }: Pick<Outlook, 'payees'>) {
  const { t } = useLingui()
  const currencies = [...new Set(payees.map(({ currency }) => currency))]
  return currencies.map((currency) => {
    const of = payees.filter((payee) => payee.currency === currency)
    const add = (figure: 'gross' | 'setOff' | 'net' | 'payouts') => of.reduce((sum, payee) => sum + payee[figure], 0)
    const [gross, setOff, net] = [formatMoney(add('gross'), currency), formatMoney(-add('setOff'), currency), formatMoney(add('net'), currency)]
    const [payouts, companies] = [plural(add('payouts'), { one: '# payout', other: '# payouts' }), plural(of.length, { one: '# payee', other: '# payees' })]
    return (
      <AmountList
        key={currency}
        label={t`Sum in ${currency}`}
        rows={[
          { id: 'gross', label: t`${payouts} to ${companies}`, amount: gross },
          ...(add('setOff') > 0 ? [{ id: 'setOff', label: t`Set off against what they owe`, amount: setOff }] : []),
          { id: 'net', label: <Text as="span" fontWeight="medium"><Trans>Total sent</Trans></Text>, amount: net, isSum: true },
        ]}
      />
    )
  })
}

function Payee({ payee: { companyName, account, currency, gross, setOff, payouts } }: { payee: Outlook['payees'][number] }) {
  const [owed, keptBack] = [formatMoney(gross, currency), formatMoney(setOff, currency)]
  const to = accountOf(account)
  return (
    <Box color="fg">
      {companyName ?? '–'}
      <Text as="span" display="block" textStyle="label" color="fg.muted" overflowWrap="anywhere">
        <Plural value={payouts} one="# payout" other="# payouts" />
        {' · '}
        {to}
      </Text>
      {setOff > 0 ? (
        <Text as="span" display="block" textStyle="label" color="fg.muted">
          <Trans>
            {owed} less {keptBack}, which the company owes
          </Trans>
        </Text>
      ) : null}
    </Box>
  )
}

function warningText({ code, count }: Outlook['warnings'][number]): ReactNode {
  switch (code) {
    case 'overdrawn':
      return <Trans>More is released than there is at the bank.</Trans>
    case 'account_failed':
      return <Plural value={count} one="# payout goes to an account whose last payment came back." other="# payouts go to accounts whose last payment came back." />
    case 'came_back':
      return <Plural value={count} one="# payout came back before and is paid again." other="# payouts came back before and are paid again." />
    case 'set_off':
      return <Plural value={count} one="# payout is reduced by what the company owes." other="# payouts are reduced by what the companies owe." />
    default:
      return code
  }
}
