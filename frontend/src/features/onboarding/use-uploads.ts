import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { ApiError } from '@/api/client'
import { connection } from '@/api/connection'
import { sentence } from '@/api/errors'
import { onboardingQuery, type DocumentKind } from '@/api/onboarding'
import { tellTabs } from '@/api/tabs'
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
  /** No answer came: it is sent again by itself once the server can be reached. */
  waits: boolean
  abort: AbortController
}

/** A file nobody has said yet what it is. */
export interface Unsorted {
  key: string
  file: File
}

interface Snapshot {
  attempts: Attempt[]
  unsorted: Unsorted[]
}

/** What need not be sent to be refused. The server judges by the content. */
function refusal(file: File): string | null {
  if (file.size > MAX_BYTES) return t`A document has at most 10 MiB.`
  return TYPES.includes(file.type) ? null : t`Upload a PDF, PNG or JPEG file.`
}

/** Too large, of another kind, damaged: the same file is refused again. */
const HOPELESS = [413, 415, 422]

/**
 * The files that are on their way or wait to be sorted. They belong to the page and not to a step, so that leaving the step
 * loses none.
 */
class UploadStore {
  private state: Snapshot = { attempts: [], unsorted: [] }
  private readonly listeners = new Set<() => void>()

  constructor() {
    connection.subscribe(() => {
      if (!connection.snapshot()) this.state.attempts.filter(({ waits }) => waits).forEach(this.retry)
    })
  }

  private look: () => Promise<void> = () => Promise.resolve()

  /** Says how to look up what the server has. */
  lookWith = (look: () => Promise<void>): void => {
    this.look = look
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  snapshot = (): Snapshot => this.state

  /** Sends each file by itself. */
  add = (kind: DocumentKind, files: Iterable<File>): void => {
    for (const file of files) {
      const error = refusal(file)
      const attempt: Attempt = { key: crypto.randomUUID(), kind, file, share: 0, error, mayRetry: error === null, waits: false, abort: new AbortController() }
      this.set({ attempts: [...this.state.attempts, attempt] })
      if (!error) void this.start(attempt)
    }
  }

  cancel = ({ key, abort }: Attempt): void => {
    abort.abort()
    this.drop(key)
  }

  retry = (attempt: Attempt): void => {
    const again = { ...attempt, error: null, waits: false, share: 0, abort: new AbortController() }
    this.change(attempt.key, again)
    void this.start(again)
  }

  keep = (files: Iterable<File>): void => {
    this.set({ unsorted: [...this.state.unsorted, ...[...files].map((file) => ({ key: crypto.randomUUID(), file }))] })
  }

  forget = (key: string): void => {
    this.set({ unsorted: this.state.unsorted.filter((one) => one.key !== key) })
  }

  /** Nothing of one person's is there for the next. */
  clear = (): void => {
    this.state.attempts.forEach(({ abort }) => {
      abort.abort()
    })
    this.set({ attempts: [], unsorted: [] })
  }

  private async start({ key, kind, file, abort }: Attempt): Promise<void> {
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
      const status = error instanceof ApiError ? error.status : null
      const waits = error instanceof ApiError && error.isUnanswered
      if (abort.signal.aborted) this.drop(key)
      else this.change(key, { error: sentence(error), share: 0, waits, mayRetry: status === null || !HOPELESS.includes(status) })
      // It may have arrived all the same.
      await this.look()
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
    this.listeners.forEach((listener) => {
      listener()
    })
  }
}

const store = new UploadStore()

export interface Uploads extends Snapshot, Pick<UploadStore, 'add' | 'cancel' | 'retry' | 'keep' | 'forget' | 'clear'> {
  of: (kind: DocumentKind) => Attempt[]
}

/** The files on their way, whichever screen they are looked at from. */
export function useUploads(): Uploads {
  const queryClient = useQueryClient()
  const state = useSyncExternalStore(store.subscribe, store.snapshot)
  useEffect(() => {
    store.lookWith(() => queryClient.invalidateQueries({ queryKey: onboardingQuery.queryKey }))
  }, [queryClient])
  return useMemo(() => {
    const { add, cancel, retry, keep, forget, clear } = store
    return { ...state, add, cancel, retry, keep, forget, clear, of: (kind) => state.attempts.filter((attempt) => attempt.kind === kind) }
  }, [state])
}
