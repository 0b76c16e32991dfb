import { Text } from '@chakra-ui/react'
import { t } from '@lingui/core/macro'
import { groupedIban } from '@/entities/company/labels'
import type { BankLine } from '@/entities/payment/statements'
import { formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import type { Column } from '@/ui/table'

/** Who is on the other side. */
export const payeeOf = ({ other }: BankLine) => other.name ?? (other.iban ? groupedIban(other.iban) : t`Unknown payee`)

/** What is told of each line of a statement. */
export const lineColumns = (): Column<BankLine>[] => [
  { id: 'payee', label: t`Payee`, cell: payeeOf },
  { id: 'on', label: t`Booked on`, isShort: true, cell: ({ on }) => formatDay(on) },
  { id: 'text', label: t`Payment reference`, cell: ({ text }) => <Text as="span" lineClamp={{ md: 2 }} overflowWrap="anywhere">{text ?? '–'}</Text>, isBlank: ({ text }) => !text },
  { id: 'amount', label: t`Amount`, isFigure: true, cell: ({ amount, currency }) => formatMoney(Math.abs(amount), currency) },
]
