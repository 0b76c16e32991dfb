import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { ApiError } from '@/api/client'
import { connection } from '@/api/connection'
import { session } from '@/api/session'
import { isLost } from '@/api/reconnect'
import { sentence } from '@/api/errors'
import { onboardingQuery, type DocumentKind } from '@/entities/application/api'
import { guessKind } from '@/entities/document/guess'
import { countFiles } from '@/entities/joining/file-counts'
import { tellTabs } from '@/api/tabs'
import { isReadable } from '@/lib/readable'
import { signal } from '@/lib/signal'
import { upload } from './upload'

const MAX_BYTES = 10 * 1024 * 1024
const TYPES = ['application/pdf', 'image/png', 'image/jpeg']
/** What a file chooser offers. */
export const ACCEPTED = TYPES.join(',')

/** A file on its way up. */
export interface Attempt {
  key: string
  kind: DocumentKind
  file: File
  /** 0 to 1 */
  share: number
  error: string | null
  /** Whether sending it again can help. */
  mayRetry: boolean
  /** No answer came: it is sent again by itself, once the server can be reached. */
  waits: boolean
  /** How often it was sent in vain to a server that can be reached. */
  failures: number
  abort: AbortController
}

/** A file that is not sent before somebody has said what it is. */
export interface Unsorted {
  key: string
  file: File
  /** What it is, as guessed from its name or as chosen; null while nobody knows. */
  kind: DocumentKind | null
}

/** A file that was not even taken. */
export interface Rejected {
  key: string
  name: string
  error: string
}

interface Snapshot {
  attempts: Attempt[]
  unsorted: Unsorted[]
  rejected: Rejected[]
}

/** What need not be sent to be refused. The server judges by the content. */
function refusal(file: File): string | null {
  // Some systems do not know the type of a file.
  const isTaken = file.type === '' ? /\.(pdf|png|jpe?g)$/i.test(file.name) : TYPES.includes(file.type)
  if (!isTaken) return t`Upload a PDF, PNG or JPEG file.`
  if (file.size > MAX_BYTES) return t`The file is too large. The maximum is 10 MB.`
  return file.size === 0 ? t`The file is empty.` : null
}

/** How many documents an application holds, those that were replaced not counted. */
export const MAX_DOCUMENTS = 20
const full = () => t`You’ve reached the maximum of ${MAX_DOCUMENTS} documents. Remove one first.`

/** Too large, of another kind, damaged: the same file is refused again. */
const HOPELESS = [413, 415, 422]
/** So is every file while these hold. */
const CLOSED = ['too_many_documents', 'not_editable']

function mayHelp(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status === null) return true
  return !HOPELESS.includes(error.status) && !CLOSED.includes(error.problem?.code ?? '')
}

/** How long until a file is sent again that alone does not get through; then nobody waits for it any more. */
const AGAIN_AFTER_MS = [1500, 4000, 10_000]

/**
 * The files that are on their way or wait to be sorted. They belong to the page and not to a step, so that leaving the step
 * loses none.
 */
class UploadStore {
  private state: Snapshot = { attempts: [], unsorted: [], rejected: [] }
  private readonly changed = signal()
  readonly subscribe = this.changed.subscribe

  constructor() {
    connection.subscribe(() => {
      if (!connection.snapshot()) this.state.attempts.filter(({ waits }) => waits).forEach(this.againSoon)
    })
    session.whenBegun(this.clear)
  }

  /** The attempts that are to be made. */
  private readonly soon = new Set<ReturnType<typeof setTimeout>>()
  private look: () => Promise<void> = () => Promise.resolve()
  private isReached: () => Promise<boolean> = () => Promise.resolve(!connection.snapshot())

  /** Says how to look up what the server has, and whether it can be reached. */
  lookWith = (look: () => Promise<void>, isReached: () => Promise<boolean>): void => {
    this.look = look
    this.isReached = isReached
  }

  snapshot = (): Snapshot => this.state

  /** Sends each file by itself. */
  add = (kind: DocumentKind, files: Iterable<File>, room = Infinity): void => {
    for (const [place, file] of [...files].entries()) {
      const error = refusal(file) ?? (place >= room ? full() : null)
      const attempt: Attempt = { key: crypto.randomUUID(), kind, file, share: 0, error, mayRetry: error === null, waits: false, failures: 0, abort: new AbortController() }
      this.set({ attempts: [...this.state.attempts, attempt] })
      if (!error) void this.start(attempt)
    }
  }

  cancel = ({ key, abort }: Attempt): void => {
    abort.abort()
    this.drop(key)
  }

  /** Sends it again, as the person asked. */
  retry = (attempt: Attempt): void => {
    this.again({ ...attempt, failures: 0 })
  }

  /** Takes files to be sorted, as many as there is room for; says at once of the others why not. */
  keep = (files: Iterable<File>, room = Infinity): void => {
    const judged = [...files].map((file) => ({ key: crypto.randomUUID(), file, error: refusal(file) }))
    const taken = judged.filter(({ error }) => error === null)
    const surplus = taken.slice(Math.max(0, room)).map((one) => ({ ...one, error: full() }))
    const rejected = [...judged.filter(({ error }) => error !== null), ...surplus].map(({ key, file, error }) => ({ key, name: file.name, error: error ?? '' }))
    const unsorted = taken.slice(0, Math.max(0, room)).map(({ key, file }) => ({ key, file, kind: guessKind(file.name) }))
    this.set({ unsorted: [...this.state.unsorted, ...unsorted], rejected })
  }

  /** Says what a file is. */
  sort = (key: string, kind: DocumentKind | null): void => {
    this.set({ unsorted: this.state.unsorted.map((one) => (one.key === key ? { ...one, kind } : one)) })
  }

  /** Sends the files of which it is known what they are. */
  sendSorted = (): void => {
    const { unsorted } = this.state
    this.set({ unsorted: unsorted.filter(({ kind }) => kind === null), rejected: [] })
    for (const { kind, file } of unsorted) if (kind !== null) this.add(kind, [file])
  }

  /** Forgets what was not taken. */
  clearRejected = (): void => {
    this.set({ rejected: [] })
  }

  forget = (key: string): void => {
    this.set({ unsorted: this.state.unsorted.filter((one) => one.key !== key) })
  }

  /** Nothing of one person's is there for the next. */
  clear = (): void => {
    this.soon.forEach(clearTimeout)
    this.soon.clear()
    const { attempts, unsorted, rejected } = this.state
    if (attempts.length + unsorted.length + rejected.length === 0) return
    attempts.forEach(({ abort }) => {
      abort.abort()
    })
    this.set({ attempts: [], unsorted: [], rejected: [] })
  }

  private again(attempt: Attempt): void {
    // A second click finds it on its way.
    if (this.state.attempts.find(({ key }) => key === attempt.key)?.error === null) return
    const again = { ...attempt, error: null, waits: false, share: 0, abort: new AbortController() }
    this.change(attempt.key, again)
    void this.start(again)
  }

  private againSoon = ({ key, abort, failures }: Attempt): void => {
    const timer = setTimeout(() => {
      this.soon.delete(timer)
      const now = this.state.attempts.find((attempt) => attempt.key === key)
      // Sent again or given up meanwhile, it is another's turn.
      if (now?.waits && now.abort === abort && !connection.snapshot()) this.again(now)
    }, AGAIN_AFTER_MS[Math.max(0, failures - 1)])
    this.soon.add(timer)
  }

  /** No answer came: for the connection, for the file on this device, or for this one request. */
  private async unanswered({ key, file, abort, failures }: Attempt): Promise<void> {
    if (!(await isReadable(file))) {
      this.change(key, { error: t`We can no longer read this file. If you moved or changed it, choose it again.`, share: 0, mayRetry: false })
      return
    }
    this.change(key, { error: t`Connection lost. We’ll try again as soon as you’re back online.`, share: 0, waits: true })
    if (!(await this.isReached())) return
    const now = this.state.attempts.find((attempt) => attempt.key === key)
    if (!now?.waits || now.abort !== abort) return
    const more = { failures: failures + 1, waits: failures < AGAIN_AFTER_MS.length }
    this.change(key, { ...more, error: more.waits ? t`The upload was interrupted. We’ll try again in a moment.` : t`The upload keeps being interrupted. Try again, or choose a smaller file.` })
    if (more.waits) this.againSoon({ ...now, ...more })
  }

  private async start(attempt: Attempt): Promise<void> {
    const { key, kind, file, abort } = attempt
    try {
      await upload({
        kind,
        file,
        key,
        signal: abort.signal,
        onProgress: (share) => {
          this.change(key, { share })
        },
      })
      await this.look()
      this.drop(key)
    } catch (error) {
      if (abort.signal.aborted) this.drop(key)
      else if (isLost(error)) await this.unanswered(attempt)
      else this.change(key, { error: sentence(error), share: 0, mayRetry: mayHelp(error) })
      // It may have arrived all the same.
      if (!isLost(error)) await this.look()
    }
    tellTabs()
  }

  private change(key: string, part: Partial<Attempt>) {
    this.set({ attempts: this.state.attempts.map((attempt) => (attempt.key === key ? { ...attempt, ...part } : attempt)) })
  }

  private drop(key: string) {
    this.set({ attempts: this.state.attempts.filter((attempt) => attempt.key !== key) })
  }

  private set(part: Partial<Snapshot>) {
    this.state = { ...this.state, ...part }
    const { attempts, unsorted } = this.state
    const underWay = attempts.filter(({ error }) => error === null).length
    countFiles({ underWay, failed: attempts.length - underWay, unsorted: unsorted.length })
    this.changed.tell()
  }
}

const store = new UploadStore()

export interface Uploads extends Snapshot, Pick<UploadStore, 'add' | 'cancel' | 'retry' | 'keep' | 'sort' | 'sendSorted' | 'clearRejected' | 'forget' | 'clear'> {
  of: (kind: DocumentKind) => Attempt[]
}

/** The files on their way, whichever screen they are looked at from. */
export function useUploads(): Uploads {
  const queryClient = useQueryClient()
  const state = useSyncExternalStore(store.subscribe, store.snapshot)
  useEffect(() => {
    store.lookWith(
      () => queryClient.invalidateQueries({ queryKey: onboardingQuery.queryKey }),
      () => queryClient.fetchQuery({ ...onboardingQuery, staleTime: 0, retry: false }).then(() => true, (error: unknown) => !isLost(error)),
    )
  }, [queryClient])
  return useMemo(() => {
    const { add, cancel, retry, keep, sort, sendSorted, clearRejected, forget, clear } = store
    return { ...state, add, cancel, retry, keep, sort, sendSorted, clearRejected, forget, clear, of: (kind) => state.attempts.filter((attempt) => attempt.kind === kind) }
  }, [state])
}
