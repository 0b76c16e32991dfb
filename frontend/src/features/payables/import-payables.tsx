import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { NotNew } from '@/entities/facility/not-new'
import { ImportTable, type TableColumn } from '@/entities/import/import-table'
import { sumOf } from '@/entities/import/sums'
import { payableRefusal } from '@/entities/programme/checks'
import { payablesImporter } from '@/entities/programme/import'
import { useEnrolled } from '@/entities/programme/suppliers'
import { useMay } from '@/entities/team/rights'
import { WhoCan } from '@/entities/team/who-can'
import { formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { paths } from '@/lib/paths'
import { Page } from '@/ui/page'

/** Enters many payables from a table: drafts, which their suppliers do not see. */
export default function ImportPayables() {
  const { t } = useLingui()
  const mayEnter = useMay('enter_invoices')
  // A row may tell a supplier by its number: people know it by its name.
  const names = new Map(useEnrolled().data?.map(({ id, legalName }) => [id, legalName]))
  const columns: TableColumn[] = [
    { field: 'supplier', label: t`Supplier`, example: t`Name or registration number` },
    { field: 'invoiceNumber', label: t`Invoice number`, example: 'INV-1001' },
    { field: 'issuedOn', label: t`Invoice date`, example: '2026-11-02' },
    { field: 'dueOn', label: t`Due date`, example: '2027-01-04' },
    { field: 'face', label: t`Amount`, example: '1234.50', isMoney: true },
    { field: 'currency', label: t`Currency`, example: 'EUR' },
    { field: 'orderReference', label: t`Order number`, example: 'PO-77', isOptional: true },
    { field: 'note', label: t`Note`, example: t`Second delivery`, isOptional: true },
  ]
  return (
    <Page title={t`Import payables`} width="8xl" lead={t`Enter many payables at once. Your suppliers see them once you approve them.`}>
      <WhoCan right="enter_invoices" />
      <NotNew kind="reverse_factoring" />
      {mayEnter ? (
        <ImportTable
          importer={payablesImporter}
          columns={columns}
          template={`${t`payables`}.csv`}
          preview={[
            { id: 'invoiceNumber', label: t`Invoice number`, cell: ({ row }) => row.invoiceNumber },
            { id: 'supplier', label: t`Supplier`, cell: ({ row, written }) => names.get(row.supplierId) ?? written['supplier'] },
            { id: 'issuedOn', label: t`Invoice date`, isShort: true, cell: ({ row }) => formatDay(row.issuedOn) },
            { id: 'dueOn', label: t`Due date`, isShort: true, cell: ({ row }) => formatDay(row.dueOn) },
            { id: 'face', label: t`Amount`, isFigure: true, cell: ({ row }) => formatMoney(row.face, row.currency) },
          ]}
          sum={sumOf}
          lead={<Trans>Drop the file with your payables here, or choose it.</Trans>}
          action={(count) => plural(count, { one: 'Import # payable', other: 'Import # payables' })}
          refusal={(problem) => payableRefusal(problem, '')}
          back={{ to: `${paths.payables}?status=draft`, label: <Trans>Go to payables to approve</Trans> }}
        />
      ) : null}
    </Page>
  )
}
