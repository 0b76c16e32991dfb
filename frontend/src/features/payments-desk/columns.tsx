import { Text } from '@chakra-ui/react'
import { t } from '@lingui/core/macro'
import { nameText, useNames, type Name } from '@/entities/name/api'
import { accountOf } from '@/entities/company/labels'
import type { Payout } from '@/entities/payment/api'
import { answerTo, bankStandings } from '@/entities/payment/bank-answers'
import { housePurposes } from '@/entities/payment/house-labels'
import { decimal } from '@/lib/csv'
import { SetOffs } from '@/entities/payment/set-offs'
import { formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { receivablePath } from '@/lib/paths'
import type { Column } from '@/ui/table'
import { Account } from './account'
import { AnswerTold } from './answer-told'

/** What a payout is told by, for whom and for what. */
export const idsIn = ({ companyId, debtorId, receiptId, receivableId }: Payout) => [companyId, debtorId, receiptId, receivableId]

/** What payouts are called, and the columns all lists of them have. */
export const usePayoutColumns = (payouts: readonly Payout[]) => payoutColumns(useNames(payouts.flatMap(idsIn)))

/** The same, once the names are there. */
export function payoutColumns(names: ReadonlyMap<string, Name>) {
  const told = (id: string | null | undefined) => {
    const name = id ? names.get(id) : undefined
    return name ? nameText(name) : ''
  }
  const payeeOf = ({ companyId, debtorId, receiptId }: Payout) => told(companyId) || told(debtorId) || told(receiptId) || '–'
  const nameOf = (payout: Payout) => {
    const amount = formatMoney(payout.amount, payout.currency)
    return `${payeeOf(payout)} ${amount}`
  }
  const numberOf = ({ receivableId }: Payout) => (receivableId ? (names.get(receivableId)?.name ?? '') : '')
  const payee: Column<Payout> = { id: 'payee', label: t`Payee`, cell: payeeOf }
  const purpose: Column<Payout> = {
    id: 'purpose',
    label: t`Purpose`,
    cell: (payout) => (
      <>
        {housePurposes.labelOf(payout.purpose)}
        {numberOf(payout) ? <Text as="span" display="block" color="fg.muted">{numberOf(payout)}</Text> : null}
      </>
    ),
    csv: (payout) => housePurposes.labelOf(payout.purpose),
  }
  // In lists it stands beneath what the payout is for.
  const invoice: Column<Payout> = { id: 'invoice', label: t`Invoice`, cell: numberOf }
  const due: Column<Payout> = { id: 'due', label: t`Due`, isShort: true, cell: ({ dueOn }) => formatDay(dueOn), csv: ({ dueOn }) => dueOn }
  // Of what is due: where it would be sent to now.
  const toAccount = ({ released, releasable }: Payout) => (released ?? releasable)?.account
  const account: Column<Payout> = {
    id: 'account',
    label: t`To account`,
    cell: (payout) => {
      const to = toAccount(payout)
      return to ? <Account of={accountOf(to)} /> : '–'
    },
    isBlank: (payout) => !toAccount(payout),
    csv: (payout) => {
      const to = toAccount(payout)
      return to ? accountOf(to) : null
    },
  }
  const answer: Column<Payout> = {
    id: 'answer',
    label: t`Bank’s answer`,
    cell: (payout) => {
      const told = answerTo(payout)
      return told ? <AnswerTold answer={told} /> : '–'
    },
    isBlank: ({ bankAnswer }) => !bankAnswer,
    // Why stands in a column of its own.
    csv: ({ bankAnswer }) => (bankAnswer?.standing ? bankStandings.labelOf(bankAnswer.standing) : null),
  }
  const setOff: Column<Payout> = {
    id: 'setOff',
    label: t`Set-off`,
    isFigure: true,
    cell: (payout) => <SetOffs payout={payout} path={receivablePath} />,
    isBlank: ({ released }) => !released || released.setOff === 0,
    csv: ({ released, currency }) => (released ? decimal(released.setOff, currency) : null),
  }
  const amount: Column<Payout> = { id: 'amount', label: t`Amount`, isFigure: true, cell: ({ amount: sent, currency }) => formatMoney(sent, currency), csv: ({ amount: sent, currency }) => decimal(sent, currency) }
  // Of what is due: what a release keeps back of it depends on what it is released with.
  const owed: Column<Payout> = { id: 'owed', label: t({ message: 'Owed', context: 'payouts' }), isFigure: true, cell: ({ gross, currency }) => formatMoney(gross, currency), csv: ({ gross, currency }) => decimal(gross, currency) }
  const aboutOf = (payout: Payout) => {
    const to = toAccount(payout)
    return [housePurposes.labelOf(payout.purpose), numberOf(payout), to ? accountOf(to) : ''].filter(Boolean).join(' · ')
  }
  return { payee, purpose, invoice, due, account, answer, setOff, amount, owed, nameOf, aboutOf }
}

/** What amounts come to, by currency, as people read it. */
export function sumsOf(amounts: readonly { amount: number; currency: string }[]): string {
  const currencies = [...new Set(amounts.map(({ currency }) => currency))]
  return currencies.map((currency) => formatMoney(amounts.filter((one) => one.currency === currency).reduce((sum, { amount }) => sum + amount, 0), currency)).join(' · ')
}
