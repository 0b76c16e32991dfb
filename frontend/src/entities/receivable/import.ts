import { call } from '@/api/client'
import { reader, type Importer } from '@/entities/import/import'
import { receivablesKey, type NewReceivable } from './api'

/** A seller’s invoices: each becomes a draft, whose document is attached afterwards. */
export const invoicesImporter: Importer<NewReceivable> = {
  kind: 'receivables',
  read: reader('receivables'),
  send: async (receivables, key) => (await call((client) => client.POST('/semi-private/receivables/import', { params: { header: { 'Idempotency-Key': key } }, body: { receivables } }))).data,
  together: 100,
  changes: [receivablesKey[0]],
}
