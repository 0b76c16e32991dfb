import { call } from '@/api/client'
import { reader, type Importer } from '@/entities/import/import'
import { receivablesKey } from '@/entities/receivable/api'
import type { NewPayable } from './payables'
import { suppliersKey, type NewSupplier } from './suppliers'

export const payablesImporter: Importer<NewPayable> = {
  kind: 'payables',
  read: reader('payables'),
  send: async (payables, key) => (await call((client) => client.POST('/semi-private/payables/import', { params: { header: { 'Idempotency-Key': key } }, body: { payables } }))).data,
  together: 100,
  changes: [receivablesKey[0], 'programmes'],
}

export const suppliersImporter: Importer<NewSupplier> = {
  kind: 'suppliers',
  read: reader('suppliers'),
  send: async (suppliers, key) => (await call((client) => client.POST('/semi-private/suppliers/import', { params: { header: { 'Idempotency-Key': key } }, body: { suppliers } }))).data,
  together: 50,
  changes: [suppliersKey[0]],
}
