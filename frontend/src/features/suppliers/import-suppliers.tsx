import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ApiError } from '@/api/client'
import { sentence } from '@/api/errors'
import { ImportTable, type TableColumn } from '@/entities/import/import-table'
import { suppliersImporter } from '@/entities/programme/import'
import { useMay } from '@/entities/team/rights'
import { WhoCan } from '@/entities/team/who-can'
import { countryName } from '@/lib/country-name'
import { paths } from '@/lib/paths'
import { Page } from '@/ui/page'

/** Invites many suppliers from a table. */
export default function ImportSuppliers() {
  const { t } = useLingui()
  const mayManage = useMay('manage_suppliers')
  const columns: TableColumn[] = [
    { field: 'legalName', label: t`Legal name`, example: t`Sägewerk Harz GmbH` },
    { field: 'country', label: t`Country code`, example: 'DE' },
    { field: 'registrationNumber', label: t`Registration number`, example: t`HRB 4711` },
    { field: 'email', label: t`E-mail address`, example: 'lena@example.com' },
  ]
  return (
    <Page title={t`Import suppliers`} width="8xl" lead={t`Invite many suppliers at once. Each one gets an e-mail with a link of its own.`}>
      <WhoCan right="manage_suppliers" />
      {mayManage ? (
        <ImportTable
          importer={suppliersImporter}
          columns={columns}
          template={`${t`suppliers`}.csv`}
          preview={[
            { id: 'legalName', label: t`Legal name`, cell: ({ row }) => row.legalName },
            { id: 'country', label: t`Country`, cell: ({ row }) => countryName(row.country) },
            { id: 'registrationNumber', label: t`Registration number`, cell: ({ row }) => row.registrationNumber },
            { id: 'email', label: t`E-mail address`, cell: ({ row }) => row.email },
          ]}
          lead={<Trans>Drop the file with your suppliers here, or choose it.</Trans>}
          action={(count) => plural(count, { one: 'Invite # supplier', other: 'Invite # suppliers' })}
          refusal={(problem) => sentence(new ApiError(problem.status, problem))}
          back={{ to: paths.suppliers, label: <Trans>Go to suppliers</Trans> }}
        />
      ) : null}
    </Page>
  )
}
