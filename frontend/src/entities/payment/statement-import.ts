import { skipToken, useQuery, useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { ApiError, type Schemas } from '@/api/client'
import { sendFile } from '@/api/send-file'
import { moneyKeys, statementsKey } from './keys'
import type { BankStatement } from './statements'

/** The server takes no more. */
const MOST_BYTES = 32 * 1024 * 1024

/** How far each statement had been taken. */
type Taken = Partial<Record<string, number>>

/** A file on its way in. It belongs to no screen: who looks at another one and comes back finds it. */
export interface StatementFile {
  /** It is sent under this key, again too: what was confirmed of it stays so for a while. */
  id: string
  file: File
  state: 'waiting' | 'sending' | 'done' | 'failed'
  /** How much of it is up, 0 to 1. */
  share: number
  /** Before it was sent. */
  before: Taken
  came: Schemas['ImportedFileBody'] | null
  error: unknown
  isTooLarge: boolean
}

const key = ['import', 'bank-statements'] as const

const filesIn = (queryClient: QueryClient) => queryClient.getQueryData<readonly StatementFile[]>(key) ?? []

/** The files as they stand. They are forgotten with everything else of somebody who signs out. */
export function useStatementFiles(): readonly StatementFile[] {
  const { data } = useQuery<readonly StatementFile[]>({ queryKey: key, queryFn: skipToken, staleTime: Infinity, gcTime: Infinity })
  return data ?? []
}

/** What can be done with them. */
export function useImportStatements() {
  const queryClient = useQueryClient()
  queryClient.setQueryDefaults(key, { gcTime: Infinity })
  return {
    /** Sends these too, once those before them are through. */
    add: (files: readonly File[]) => {
      const added = files.map((file): StatementFile => ({ id: crypto.randomUUID(), file, state: 'waiting', share: 0, before: {}, came: null, error: null, isTooLarge: file.size > MOST_BYTES }))
      queryClient.setQueryData<readonly StatementFile[]>(key, [...filesIn(queryClient), ...added])
      void sendAll(queryClient)
    },
    /** Sends again what was cut short, and what waits behind it: no entry counts twice. */
    again: () => {
      queryClient.setQueryData<readonly StatementFile[]>(key, filesIn(queryClient).map((one) => (isCutShort(one) ? { ...one, state: 'waiting' } : one)))
      void sendAll(queryClient)
    },
    /** Puts away what was told; what waits behind it goes on. */
    forget: (id: string) => {
      queryClient.setQueryData<readonly StatementFile[]>(key, filesIn(queryClient).filter((one) => one.id !== id))
      void sendAll(queryClient)
    },
  }
}

/** Whether the file itself is at fault: sent again it would be refused again. */
function isRefused(error: unknown): boolean {
  const code = error instanceof ApiError ? error.problem?.code : undefined
  return code === 'file_refused' || code === 'file_too_large' || code === 'body_too_large' || code === 'invalid_input' || code === 'forbidden'
}

/** Whether it failed for something that may be over. */
export const isCutShort = ({ state, error, isTooLarge }: StatementFile): boolean => state === 'failed' && !isTooLarge && !isRefused(error)

/** One after the other; what is cut short stops those behind it, what is refused does not. */
async function sendAll(queryClient: QueryClient): Promise<void> {
  if (filesIn(queryClient).some(({ state }) => state === 'sending')) return
  for (let next = waitingIn(queryClient); next; next = waitingIn(queryClient)) {
    if (!(await sendOne(queryClient, next))) return
  }
}

const waitingIn = (queryClient: QueryClient) => filesIn(queryClient).find(({ state }) => state === 'waiting')

/** Whether those behind it can follow. */
async function sendOne(queryClient: QueryClient, { id, file, isTooLarge }: StatementFile): Promise<boolean> {
  const change = (changed: Partial<StatementFile>) => {
    queryClient.setQueryData<readonly StatementFile[]>(key, filesIn(queryClient).map((one) => (one.id === id ? { ...one, ...changed } : one)))
  }
  if (isTooLarge) {
    change({ state: 'failed' })
    return true
  }
  change({ state: 'sending', share: 0, error: null, before: takenIn(queryClient) })
  try {
    const { data } = await sendFile<{ data: Schemas['ImportedFileBody'] }>({
      path: '/operator/bank-statements',
      file,
      key: id,
      onProgress: (share) => { change({ share }) },
      signal: new AbortController().signal,
    })
    change({ state: 'done', came: data })
    return true
  } catch (error) {
    change({ state: 'failed', error })
    return isRefused(error)
  } finally {
    for (const queryKey of moneyKeys) void queryClient.invalidateQueries({ queryKey })
  }
}

function takenIn(queryClient: QueryClient): Taken {
  const pages = queryClient.getQueryData<InfiniteData<Schemas['StatementListBody']>>(statementsKey)?.pages ?? []
  return Object.fromEntries(pages.flatMap(({ data }) => data.map(({ id, taken }) => [id, taken])))
}

/** The statement that is being taken: it is new, or goes on. */
export const takenNow = (statements: readonly BankStatement[], before: Taken): BankStatement | undefined => statements.find(({ id, lines, taken }) => taken < lines && taken !== before[id])
