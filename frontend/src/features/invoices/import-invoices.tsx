import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useBuyers } from '@/entities/buyer/api'
import { sells } from '@/entities/company/sells'
import { NotNew } from '@/entities/facility/not-new'
import { ImportTable, type TableColumn } from '@/entities/import/import-table'
import { sumOf } from '@/entities/import/sums'
import { invoicesImporter } from '@/entities/receivable/import'
import { refusalOf } from '@/entities/receivable/refusals'
import { useMay } from '@/entities/team/rights'
import { WhoCan } from '@/entities/team/who-can'
import { useMe } from '@/entities/user/me'
import { formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { Redirect } from '@/lib/navigation'
import { paths } from '@/lib/paths'
import { Page } from '@/ui/page'

/** Enters many invoices from a table: drafts, whose documents are attached afterwards. */
export default function ImportInvoices() {
  const { t } = useLingui()
  const mayEnter = useMay('enter_invoices')
  const { companyDetails } = useMe()
  // A row may tell a buyer by its number: people know it by its name.
  const names = new Map(useBuyers().data?.map(({ id, legalName }) => [id, legalName]))
  // Who is only paid early has nothing to enter: the buyer does.
  if (!sells(companyDetails)) return <Redirect to={paths.invoices} replace />
  const columns: TableColumn[] = [
    { field: 'buyer', label: t`Buyer`, example: t`Name or registration number` },
    { field: 'invoiceNumber', label: t`Invoice number`, example: 'INV-1001' },
    { field: 'issuedOn', label: t`Invoice date`, example: '2026-11-02' },
    { field: 'dueOn', label: t`Due date`, example: '2027-01-04' },
    { field: 'face', label: t`Amount`, example: '1234.50', isMoney: true },
    { field: 'currency', label: t`Currency`, example: 'EUR' },
    { field: 'orderReference', label: t`Order number`, example: 'PO-77', isOptional: true },
    { field: 'note', label: t`Note`, example: t`Second delivery`, isOptional: true },
  ]
  return (
    <Page title={t`Import invoices`} width="8xl" lead={t`Enter many invoices at once from a table. Each one becomes a draft; you attach its invoice file before you submit it.`}>
      <WhoCan right="enter_invoices" />
      <NotNew kind="factoring" />
      {mayEnter ? (
        <ImportTable
          importer={invoicesImporter}
          columns={columns}
          template={`${t`invoices`}.csv`}
          preview={[
            { id: 'invoiceNumber', label: t`Invoice number`, cell: ({ row }) => row.invoiceNumber },
            { id: 'buyer', label: t`Buyer`, cell: ({ row, written }) => names.get(row.buyerId) ?? written['buyer'] },
            { id: 'issuedOn', label: t`Invoice date`, isShort: true, cell: ({ row }) => formatDay(row.issuedOn) },
            { id: 'dueOn', label: t`Due date`, isShort: true, cell: ({ row }) => formatDay(row.dueOn) },
            { id: 'face', label: t`Amount`, isFigure: true, cell: ({ row }) => formatMoney(row.face, row.currency) },
          ]}
          sum={sumOf}
          lead={<Trans>Drop the file with your invoices here, or choose it.</Trans>}
          action={(count) => plural(count, { one: 'Import # invoice', other: 'Import # invoices' })}
          refusal={(problem) => refusalOf(problem, '')}
          rest={(count) => plural(count, { one: '# draft still needs its invoice file.', other: '# drafts still need their invoice files.' })}
          back={{ to: `${paths.invoices}?status=draft`, label: <Trans>Go to drafts</Trans> }}
        />
      ) : null}
    </Page>
  )
}
