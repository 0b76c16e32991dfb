import { skipToken, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { ApiError, type Schemas } from '@/api/client'
import { sendFile } from '@/api/send-file'

/** A row of a table as it was read: what stands in it, what can be sent, what is wrong. */
export type ReadRow<New> = Omit<Schemas['Data_Vec_ReadRowBody_NewPayableBody']['data'][number], 'row'> & { row?: New }

/** What came of a row. */
export type Outcome = Pick<Schemas['Data_Vec_ImportedRowBody_ReceivableBody']['data'][number], 'outcome' | 'problem'>

/** A table on its way in. It belongs to no screen: whoever looks at another one meanwhile comes back to it. */
export interface Import<New> {
  id: string
  /** What the file is called. */
  name: string
  rows: readonly ReadRow<New>[]
  /** Of the rows that are sent, in their order, as far as they were. */
  outcomes: readonly Outcome[]
  state: 'read' | 'sending' | 'stopped' | 'done'
  /** Why it stopped. */
  error: unknown
}

/** A kind of table that can be sent in. */
export interface Importer<New> {
  kind: 'payables' | 'suppliers' | 'receivables'
  /** What the file says; nothing is stored. */
  read: (file: File, onProgress: (share: number) => void, signal: AbortSignal) => Promise<ReadRow<New>[]>
  send: (rows: New[], key: string) => Promise<Outcome[]>
  /** Rows sent at once. */
  together: number
  /** What is out of date after some were stored. */
  changes: readonly unknown[]
}

/** A row that can be sent. */
export type Ready<New> = ReadRow<New> & { row: New }

/** The rows that are sent. */
export function sendable<New>(rows: readonly ReadRow<New>[]): Ready<New>[] {
  return rows.filter((read): read is Ready<New> => Boolean(read.row) && !read.isThere)
}

const keyOf = (kind: string) => ['import', kind] as const

/** The import of a kind as it stands. It is forgotten with everything else of somebody who signs out. */
export function useImport<New>({ kind }: Importer<New>): Import<New> | null {
  const { data } = useQuery<Import<New> | null>({ queryKey: keyOf(kind), queryFn: skipToken, staleTime: Infinity, gcTime: Infinity })
  return data ?? null
}

/** What can be done with it. */
export function useImporting<New>(importer: Importer<New>) {
  const queryClient = useQueryClient()
  const key = keyOf(importer.kind)
  queryClient.setQueryDefaults(key, { gcTime: Infinity })
  return {
    begin: (name: string, rows: ReadRow<New>[]) => {
      queryClient.setQueryData<Import<New>>(key, { id: crypto.randomUUID(), name, rows, outcomes: [], state: 'read', error: null })
    },
    /** Sends what was not sent yet: sent again, rows whose answer was lost count once. */
    send: () => sendAll(queryClient, importer),
    forget: () => {
      queryClient.setQueryData(key, null)
    },
  }
}

async function sendAll<New>(queryClient: QueryClient, { kind, send, together, changes }: Importer<New>): Promise<void> {
  const key = keyOf(kind)
  const now = () => queryClient.getQueryData<Import<New>>(key)
  const begun = now()
  // A second click finds it on its way.
  if (!begun || begun.state === 'sending') return
  /** Changes it, unless it was forgotten meanwhile, or is another one. */
  const change = (changed: Partial<Import<New>>) => {
    const current = now()
    if (current?.id === begun.id) queryClient.setQueryData<Import<New>>(key, { ...current, ...changed })
  }
  const rows = sendable(begun.rows)
  change({ state: 'sending', error: null })
  try {
    for (let done = begun.outcomes.length; done < rows.length && now()?.id === begun.id; ) {
      const part = rows.slice(done, done + together).map(({ row }) => row)
      const outcomes = await send(part, `${begun.id}-${done}`)
      // Each row has one outcome, at its own place.
      change({ outcomes: [...(now()?.outcomes ?? []).slice(0, done), ...outcomes] })
      done += part.length
    }
    change({ state: 'done' })
  } catch (error) {
    change({ state: 'stopped', error })
  } finally {
    for (const queryKey of changes) void queryClient.invalidateQueries({ queryKey: [queryKey] })
  }
}

/** Reading makes nothing: it needs no key of its own. */
export function reader<New>(kind: Importer<New>['kind']): Importer<New>['read'] {
  return async (file, onProgress, signal) =>
    (await sendFile<{ data: ReadRow<New>[] }>({ path: `/semi-private/${kind}/import/read`, file, key: crypto.randomUUID(), onProgress, signal })).data
}

/** The column that a table lacks, or that several could be, by the field it would fill. */
export function wrongColumn(error: unknown): { field: string; isAmbiguous: boolean } | null {
  const codes = error instanceof ApiError ? (error.problem?.fieldCodes ?? {}) : {}
  const found = Object.entries(codes).flatMap(([field, all]) => (all ?? []).map(({ code }) => ({ field, code })))
  const wrong = found.find(({ code }) => code === 'column_missing' || code === 'column_ambiguous')
  return wrong ? { field: wrong.field, isAmbiguous: wrong.code === 'column_ambiguous' } : null
}
