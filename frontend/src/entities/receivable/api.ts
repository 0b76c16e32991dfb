import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, call, type Schemas } from '@/api/client'
import { fileOf } from '@/api/file'
import type { IdempotencyKey } from '@/api/idempotency-key'
import { sendFile } from '@/api/send-file'
import { readAll } from '@/lib/csv'
import { addDays } from '@/lib/dates'
import type { Order } from '@/lib/list-address'
import type { ReceivableStatus } from './statuses'
import type { ReceivableSort } from './views'

export type Receivable = Schemas['ReceivableBody']
export type NewReceivable = Schemas['NewReceivableBody']
export type ChangedReceivable = Schemas['ChangedReceivableBody']
export type Coming = Schemas['ComingBody']
export type InvoiceDocument = Schemas['InvoiceDocumentBody']

export const receivablesKey = ['receivables'] as const

/** One invoice. */
export const receivableQuery = (id: string) =>
  queryOptions({
    queryKey: [...receivablesKey, 'one', id],
    queryFn: async () => (await call((client) => client.GET('/semi-private/receivables/{id}', { params: { path: { id } } }))).data,
  })

/** What a list shows: those of these statuses, none for all, that are all of the rest; in which order; and where its page begins. */
export interface ReceivableFilter {
  status?: readonly ReceivableStatus[]
  /** What the invoice number has in it. */
  number?: string | null | undefined
  /** Due between these days, both included. */
  dueFrom?: string | null | undefined
  dueTo?: string | null | undefined
  /** Only those of which a dispute lasts. */
  disputed?: boolean
  /** Only those of which something of what was sold is open. */
  open?: boolean
  sort?: ReceivableSort
  order?: Order
  after?: string | null | undefined
  /** Whether the answer says what all pages come to. */
  totals?: boolean
}

/** As the address of the API has it. */
export const receivablesQuery = ({ status = [], sort, order, disputed, open, totals, ...others }: ReceivableFilter) => ({
  // Several with commas, which the contract has no type for.
  ...(status.length > 0 ? { status: status.join(',') as ReceivableStatus } : {}),
  ...(sort && order ? { sort, order } : {}),
  ...(disputed ? { disputed } : {}),
  ...(open ? { open } : {}),
  ...(totals ? { totals } : {}),
  ...(Object.fromEntries(Object.entries(others).filter(([, value]) => value)) as { [name in keyof typeof others]?: string }),
})

/** The company's invoices, the one entered last first unless told otherwise. */
export function useReceivables(filter: ReceivableFilter, enabled = true) {
  const query = receivablesQuery(filter)
  return useQuery({
    queryKey: [...receivablesKey, 'list', query],
    queryFn: () => readReceivables(filter),
    placeholderData: keepPreviousData,
    enabled,
  })
}

/** The sold invoices whose due date has passed, the one due first first: a page. */
export function useOverdue(today: string) {
  return useReceivables({ status: ['accepted', 'funded'], dueTo: addDays(today, -1), sort: 'due', order: 'asc' })
}

/** What was sold together with an invoice, and who accepted it. */
export function useSchedule(id: string, enabled: boolean) {
  return useQuery({
    queryKey: [...receivablesKey, 'schedule', id],
    queryFn: async () => (await call((client) => client.GET('/semi-private/receivables/{id}/schedule', { params: { path: { id } } }))).data,
    enabled,
  })
}

/** The money that comes to the company, by currency and week. */
export function useComing() {
  return useQuery({ queryKey: ['coming'], queryFn: async () => (await call((client) => client.GET('/semi-private/coming'))).data })
}

/** One invoice, as it stands now. */
export function useReceivable(id: string) {
  return useQuery(receivableQuery(id))
}

/** What an attempt may have changed, after an error too: it may have been done all the same. */
export function useLookAgain() {
  const queryClient = useQueryClient()
  return {
    put: (receivable: Receivable) => {
      queryClient.setQueryData(receivableQuery(receivable.id).queryKey, receivable)
    },
    lookAgain: () => Promise.all([receivablesKey, ['availability'], ['coming'], ['payments'], ['programmes']].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  }
}

/** Enters an invoice as a draft; sent twice under one key, it is entered once. */
export function useCreateReceivable(idempotency: IdempotencyKey<NewReceivable>) {
  const { put, lookAgain } = useLookAgain()
  return useMutation({
    mutationFn: (body: NewReceivable) =>
      idempotency.send(body, async (key) => (await call((client) => client.POST('/semi-private/receivables', { params: { header: { 'Idempotency-Key': key } }, body }))).data),
    onSuccess: put,
    onSettled: lookAgain,
  })
}

/** Changes a draft, all of it but its buyer. */
export function useChangeReceivable(id: string) {
  const { put, lookAgain } = useLookAgain()
  return useMutation({
    mutationFn: async (body: ChangedReceivable) => (await call((client) => client.PUT('/semi-private/receivables/{id}', { params: { path: { id } }, body }))).data,
    onSuccess: put,
    onSettled: lookAgain,
  })
}

/** What of an invoice was seen when it was handed in or taken back. */
export interface Seen {
  id: string
  version: number
}

/** Hands a draft in, or takes an invoice back, as it was seen. */
export function useMoveReceivable(move: 'submit' | 'withdraw', idempotency: IdempotencyKey<Seen>) {
  const { put, lookAgain } = useLookAgain()
  return useMutation({
    mutationFn: (seen: Seen) =>
      idempotency.send(seen, async (key) => {
        const sent = { params: { path: { id: seen.id }, header: { 'Idempotency-Key': key } }, body: { version: seen.version } }
        return (await call((client) => (move === 'submit' ? client.POST('/semi-private/receivables/{id}/submit', sent) : client.POST('/semi-private/receivables/{id}/withdraw', sent)))).data
      }),
    onSuccess: put,
    onSettled: lookAgain,
  })
}

/** Exactly this offer. */
export interface SeenOffer {
  id: string
  offerId: string
  hash: string
}

/** Sells an invoice for exactly the offer that was seen. Where another stands by now, that is shown at once. */
export function useAcceptOffer(idempotency: IdempotencyKey<SeenOffer>) {
  const { put, lookAgain } = useLookAgain()
  return useMutation({
    mutationFn: (seen: SeenOffer) =>
      idempotency.send(seen, async (key) => {
        const { id, ...body } = seen
        return (await call((client) => client.POST('/semi-private/receivables/{id}/accept', { params: { path: { id }, header: { 'Idempotency-Key': key } }, body }))).data
      }),
    onSuccess: put,
    onError: (error) => {
      if (error instanceof ApiError && error.problem?.receivable) put(error.problem.receivable)
    },
    onSettled: lookAgain,
  })
}

interface InvoiceUpload {
  id: string
  file: File
  /** The same for each attempt, so that one whose answer was lost does not make a second file. */
  key: string
  /** 0 to 1 */
  onProgress: (share: number) => void
}

/** Attaches a file to an invoice. */
export function useAttachDocument() {
  const { put, lookAgain } = useLookAgain()
  return useMutation({
    mutationFn: async ({ id, file, key, onProgress }: InvoiceUpload) =>
      (await sendFile<{ data: Receivable }>({ path: `/semi-private/receivables/${id}/documents`, file, key, onProgress, signal: new AbortController().signal })).data,
    onSuccess: put,
    onSettled: lookAgain,
  })
}

/** Takes a file of a draft away; one that is gone already is gone. */
export function useRemoveDocument({ id, version }: Seen) {
  const { put, lookAgain } = useLookAgain()
  return useMutation({
    mutationFn: async (document: string) => {
      try {
        return (await call((client) => client.DELETE('/semi-private/receivables/{id}/documents/{document}', { params: { path: { id, document }, query: { version } } }))).data
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
    onSuccess: (receivable) => {
      if (receivable) put(receivable)
    },
    onSettled: lookAgain,
  })
}

/** The content of a file of an invoice. */
export function invoiceContent(id: string, document: string): Promise<Blob> {
  return fileOf(`/semi-private/receivables/${id}/documents/${document}`)
}

/** The bytes whose SHA-256 is the hash of the offer. */
export function canonicalOffer(id: string): Promise<Blob> {
  return fileOf(`/semi-private/receivables/${id}/offer`)
}

/** A page of the company's invoices, as `useReceivables` lists them. */
export const readReceivables = (filter: ReceivableFilter) => call((client) => client.GET('/semi-private/receivables', { params: { query: receivablesQuery(filter) } }))

/** So many are read at most. */
const MOST_DISPUTED = 500

/** The invoices in dispute, however old: the API is asked for these alone. */
export function useDisputed() {
  return useQuery({
    queryKey: [...receivablesKey, 'disputed'],
    queryFn: async () => (await readAll((after) => readReceivables({ status: ['accepted', 'funded'], disputed: true, after }), MOST_DISPUTED, () => true)).rows,
  })
}
