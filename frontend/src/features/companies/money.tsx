import { Button, HStack, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { failure } from '@/api/errors'
import type { Facility } from '@/entities/facility/api'
import { useHouseFacilities } from '@/entities/facility/house'
import { houseStatuses as facilityStatuses } from '@/entities/facility/house-labels'
import { facilityKinds } from '@/entities/facility/labels'
import { limitColumns } from '@/entities/facility/use-columns'
import { useOperatorMay } from '@/entities/operator/api'
import type { Payout } from '@/entities/payment/api'
import { usePayouts } from '@/entities/payment/house'
import { housePayoutStatuses, housePurposes } from '@/entities/payment/house-labels'
import { useExaminedList, type Examined } from '@/entities/receivable/house'
import { Standing } from '@/entities/receivable/house-badges'
import { formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { facilityPath, newFacilityPath, paths, receivablePath } from '@/lib/paths'
import { Answer } from '@/ui/answer'
import { CodeBadge } from '@/ui/code-badge'
import { LinkButton } from '@/ui/link-button'
import { Table, type Column } from '@/ui/table'

interface ListProps {
  asked: { data: unknown; error: unknown; refetch: () => unknown; isFetching: boolean }
  loading: string
  /** Where all of them are, with their filters. */
  all?: { to: string; label: ReactNode } | undefined
  /** Instead of nothing. */
  none: ReactNode
  count: number
  children: ReactNode
}

function List({ asked: { data, error, refetch, isFetching }, loading, all, none, count, children }: ListProps) {
  return (
    <Answer isThere={data !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={loading}>
      <Stack gap="4">
        {count === 0 ? <Text color="fg.muted">{none}</Text> : children}
        {all ? (
          <HStack justify="flex-end">
            <LinkButton to={all.to} variant="outline" size="sm">
              {all.label}
            </LinkButton>
          </HStack>
        ) : null}
      </Stack>
    </Answer>
  )
}

/** The agreements with a company. */
export function Facilities({ company, isApproved }: { company: string; isApproved: boolean }) {
  const { t } = useLingui()
  const mayOffer = useOperatorMay('manage_facilities') && isApproved
  const asked = useHouseFacilities({ status: undefined, companyId: company, after: null })
  const rows = asked.data?.data ?? []
  const nameOf = ({ kind, currency }: Facility) => `${facilityKinds.labelOf(kind)} · ${currency}`
  const columns: Column<Facility>[] = [
    { id: 'kind', label: t({ message: 'Facility', context: 'screen' }), cell: nameOf },
    { id: 'status', label: t`Status`, cell: ({ status }) => <CodeBadge labels={facilityStatuses} code={status} /> },
    ...limitColumns(),
  ]
  return (
    <List asked={asked} loading={t`Loading facilities`} count={rows.length} none={<Trans>No facilities yet</Trans>} all={mayOffer ? { to: newFacilityPath(company), label: <Trans>Offer a facility</Trans> } : undefined}>
      <Table label={t`Facilities`} rows={rows} columns={columns} keyOf={({ id }) => id} nameOf={nameOf} to={({ id }) => facilityPath(id)} />
    </List>
  )
}

/** What a company sells, the one entered last first. */
export function Receivables({ company }: { company: string }) {
  const { t } = useLingui()
  const asked = useExaminedList({ companyId: company }, null)
  const rows = asked.data?.data ?? []
  const columns: Column<Examined>[] = [
    { id: 'number', label: t`Invoice`, cell: ({ invoiceNumber }) => invoiceNumber },
    { id: 'debtor', label: t`Debtor`, cell: ({ debtorName }) => debtorName ?? '–', isBlank: ({ debtorName }) => !debtorName },
    { id: 'face', label: t`Invoice amount`, isFigure: true, cell: ({ figures, currency }) => formatMoney(figures.face, currency) },
    { id: 'open', label: t({ message: 'Open', context: 'amount' }), isFigure: true, cell: ({ position, currency }) => (position ? formatMoney(position.open, currency) : '–'), isBlank: ({ position }) => !position },
    { id: 'due', label: t`Due`, isShort: true, cell: ({ figures }) => formatDay(figures.dueOn) },
    { id: 'status', label: t`Status`, cell: (receivable) => <Standing receivable={receivable} /> },
  ]
  return (
    <List asked={asked} loading={t`Loading receivables`} count={rows.length} none={<Trans>No receivables yet</Trans>} all={rows.length > 0 ? { to: `${paths.receivables}?companyId=${company}`, label: <Trans>Show with filters</Trans> } : undefined}>
      <Table label={t`Receivables`} rows={rows} columns={columns} keyOf={({ id }) => id} nameOf={({ invoiceNumber }) => invoiceNumber} to={({ id }) => receivablePath(id)} />
    </List>
  )
}

/** What a company is paid, the one that was due first first. */
export function Payouts({ company }: { company: string }) {
  const { t } = useLingui()
  const asked = usePayouts({ companyId: company })
  const rows = asked.data?.pages.flatMap((page) => page.data) ?? []
  const nameOf = ({ purpose, invoiceNumber }: Payout) => [invoiceNumber, housePurposes.labelOf(purpose)].filter(Boolean).join(': ')
  const columns: Column<Payout>[] = [
    { id: 'invoice', label: t`Invoice`, cell: ({ invoiceNumber }) => invoiceNumber ?? '–', isBlank: ({ invoiceNumber }) => !invoiceNumber },
    { id: 'purpose', label: t`Purpose`, cell: ({ purpose }) => housePurposes.labelOf(purpose) },
    { id: 'due', label: t`Due`, isShort: true, cell: ({ dueOn }) => formatDay(dueOn) },
    { id: 'status', label: t`Status`, cell: ({ status }) => <CodeBadge labels={housePayoutStatuses} code={status} /> },
    { id: 'amount', label: t`Amount`, isFigure: true, cell: ({ amount, currency }) => formatMoney(amount, currency) },
  ]
  return (
    <List asked={asked} loading={t`Loading payouts`} count={rows.length} none={<Trans>No payouts yet</Trans>}>
      <Table label={t({ message: 'Payouts', context: 'office' })} rows={rows} columns={columns} keyOf={({ id }) => id} nameOf={nameOf} to={({ receivableId }) => (receivableId ? receivablePath(receivableId) : null)} />
      {asked.hasNextPage ? (
        <Button variant="outline" alignSelf="center" loading={asked.isFetching} onClick={() => void asked.fetchNextPage()}>
          <Trans>Load more</Trans>
        </Button>
      ) : null}
    </List>
  )
}
