import { skipToken, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { ApiError, type Schemas } from '@/api/client'
import { fieldErrors, outcomeOf } from '@/api/errors'
import { isLost } from '@/api/reconnect'
import { sendFile } from '@/api/send-file'
import { isReadable } from '@/lib/readable'
import { buyersKey } from '@/entities/buyer/api'
import type { Unfinished } from '@/entities/buyer/buyer-form'
import { receivablesKey, type Receivable } from '@/entities/receivable/api'

/** The server takes no more. */
const MOST_BYTES = 10 * 1024 * 1024

export type FoundInvoice = Schemas['FoundInvoiceBody']

/** What people tell about an e-invoice that the file does not. */
interface Told {
  /** Whom it is to, by their place on the list; blank where the file or nobody tells. */
  buyerId: string
  /** When it is due, as ISO 8601; what is typed and is no day stands as it is. */
  dueOn: string
}

/** A file on its way to being entered. It belongs to no screen: who looks at another one and comes back finds it. */
export interface EInvoiceFile {
  id: string
  file: File
  isTooLarge: boolean
  /** It was moved or changed on the device after it was chosen. */
  isChanged: boolean
  /** It waits to be read, and once it is read, to be entered. */
  step: 'waiting' | 'reading' | 'unread' | 'read' | 'queued' | 'entering' | 'refused' | 'entered'
  /** How much of it is up, 0 to 1. */
  share: number
  found: FoundInvoice | null
  told: Told
  /** It is entered under this: the same at each attempt, as long as nothing else is told of it. */
  key: string
  /** What is typed of its buyer, who is not on the list yet. */
  typed: Unfinished | null
  error: unknown
  receivable: Receivable | null
}

const key = ['e-invoices'] as const

const filesIn = (queryClient: QueryClient) => queryClient.getQueryData<readonly EInvoiceFile[]>(key) ?? []

function setAll(queryClient: QueryClient, next: (one: EInvoiceFile) => EInvoiceFile): void {
  queryClient.setQueryData<readonly EInvoiceFile[]>(key, filesIn(queryClient).map(next))
}

/** The files as they stand. They are forgotten with everything else of somebody who signs out. */
export function useEInvoiceFiles(): readonly EInvoiceFile[] {
  const { data } = useQuery<readonly EInvoiceFile[]>({ queryKey: key, queryFn: skipToken, staleTime: Infinity, gcTime: Infinity })
  return data ?? []
}

/** What can be done with them. */
export function useEInvoices() {
  const queryClient = useQueryClient()
  queryClient.setQueryDefaults(key, { gcTime: Infinity })
  const change = (ids: ReadonlySet<string>, changed: (one: EInvoiceFile) => Partial<EInvoiceFile>) => {
    setAll(queryClient, (one) => (ids.has(one.id) ? { ...one, ...changed(one) } : one))
  }
  /** What is on its way or entered already is not sent anew, however often it is clicked. */
  const send = (ids: ReadonlySet<string>, changed: (one: EInvoiceFile) => Partial<EInvoiceFile>) => {
    setAll(queryClient, (one) => (ids.has(one.id) && !isUnderWay(one) && one.step !== 'entered' ? { ...one, ...changed(one) } : one))
    void work(queryClient)
  }
  return {
    /** Reads these too, once those before them are through. */
    add: (files: readonly File[]) => {
      queryClient.setQueryData<readonly EInvoiceFile[]>(key, [...filesIn(queryClient), ...files.map(added)])
      void work(queryClient)
    },
    readAgain: (ids: Iterable<string>) => {
      send(new Set(ids), () => ({ step: 'waiting', error: null }))
    },
    enter: (ids: Iterable<string>) => {
      send(new Set(ids), () => ({ step: 'queued', error: null }))
    },
    /** Goes on with what was cut short, and with what waits behind it: nothing is entered twice by it. */
    again: () => {
      send(new Set(filesIn(queryClient).filter(isCutShort).map(({ id }) => id)), ({ step }) => ({ step: step === 'unread' ? 'waiting' : 'queued', error: null }))
    },
    /** Told otherwise it is another invoice than the one that was refused. */
    tell: (id: string, told: Partial<Told>) => {
      change(new Set([id]), (one) => ({ told: { ...one.told, ...told }, key: crypto.randomUUID(), step: one.step === 'refused' ? 'read' : one.step, error: null }))
    },
    keepTyped: (id: string, next: (now: Unfinished | null) => Unfinished | null) => {
      change(new Set([id]), ({ typed }) => ({ typed: next(typed) }))
    },
    putAway: (id: string) => {
      queryClient.setQueryData<readonly EInvoiceFile[]>(key, filesIn(queryClient).filter((one) => one.id !== id))
      void work(queryClient)
    },
  }
}

function added(file: File): EInvoiceFile {
  const isTooLarge = file.size > MOST_BYTES
  return {
    id: crypto.randomUUID(),
    file,
    isTooLarge,
    isChanged: false,
    step: isTooLarge ? 'unread' : 'waiting',
    share: 0,
    found: null,
    told: { buyerId: '', dueOn: '' },
    key: crypto.randomUUID(),
    typed: null,
    error: null,
    receivable: null,
  }
}

/** Whether it failed for something that may be over. What is wrong with the file or with what is told of it would be refused again. */
export function isCutShort({ step, error, isTooLarge, isChanged }: EInvoiceFile): boolean {
  return (step === 'unread' || step === 'refused') && !isTooLarge && !isChanged && !(error instanceof ApiError && (outcomeOf(error) === 'refused' || error.status === 403))
}

/** Whether nobody knows if it was entered: until that is known, it is tried again as it was. */
export const isUnsettled = ({ step, error }: EInvoiceFile): boolean => step === 'refused' && outcomeOf(error) === 'unknown'

/** Whether those behind it would fail for the same reason. */
function stopsOthers(error: unknown): boolean {
  return error instanceof ApiError && (error.isUnanswered || error.problem?.code === 'unavailable' || [401, 403, 408, 429, 502, 503, 504].includes(error.status ?? 0))
}

/** One after the other, and what is to be entered first. */
async function work(queryClient: QueryClient): Promise<void> {
  if (filesIn(queryClient).some(isUnderWay)) return
  for (let next = nextIn(queryClient); next; next = nextIn(queryClient)) {
    if (!(await doOne(queryClient, next))) return
  }
}

/** Whether it is with the server now. */
export const isUnderWay = ({ step }: EInvoiceFile): boolean => step === 'reading' || step === 'entering'

function nextIn(queryClient: QueryClient): EInvoiceFile | undefined {
  const files = filesIn(queryClient)
  return files.find(({ step }) => step === 'queued') ?? files.find(({ step }) => step === 'waiting')
}

/** Whether those behind it can follow. */
async function doOne(queryClient: QueryClient, one: EInvoiceFile): Promise<boolean> {
  const change = (changed: Partial<EInvoiceFile>) => {
    setAll(queryClient, (other) => (other.id === one.id ? { ...other, ...changed } : other))
  }
  const isToEnter = one.step === 'queued'
  change({ step: isToEnter ? 'entering' : 'reading', share: 0, error: null })
  const onProgress = (share: number) => {
    change({ share })
  }
  try {
    change(isToEnter ? { step: 'entered', receivable: await enter(one, onProgress) } : { step: 'read', found: await read(one, onProgress) })
    return true
  } catch (error) {
    const isChanged = isLost(error) && !(await isReadable(one.file))
    change({ step: isToEnter ? 'refused' : 'unread', error, isChanged })
    if (isChanged) return true
    // Whether the server can be reached, another request finds out.
    if (isLost(error)) void queryClient.invalidateQueries({ queryKey: buyersKey })
    return !stopsOthers(error)
  } finally {
    if (isToEnter) for (const queryKey of [receivablesKey, ['availability']]) void queryClient.invalidateQueries({ queryKey })
  }
}

type Progress = (share: number) => void

async function read({ file }: EInvoiceFile, onProgress: Progress): Promise<FoundInvoice> {
  const sent = { path: '/semi-private/e-invoices/read', file, key: crypto.randomUUID(), onProgress, signal: new AbortController().signal }
  return (await sendFile<{ data: FoundInvoice }>(sent)).data
}

async function enter({ file, key, found, told }: EInvoiceFile, onProgress: Progress): Promise<Receivable> {
  const query = new URLSearchParams({ buyerId: found?.buyerId ?? told.buyerId, ...(found?.dueOn ? {} : { dueOn: told.dueOn }) })
  const sent = { path: `/semi-private/e-invoices?${query.toString()}`, file, key, onProgress, signal: new AbortController().signal }
  return (await sendFile<{ data: Receivable }>(sent)).data
}

/** What the server says of the day that was told. */
export const dueOnRefused = ({ error }: EInvoiceFile): string | undefined => fieldErrors(error).dueOn
