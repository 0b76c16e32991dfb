import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentence } from '@/api/errors'
import { onboardingQuery, type DocumentKind } from '@/api/onboarding'
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
  mayRetry: boolean
  abort: AbortController
}

export interface Uploads {
  of: (kind: DocumentKind) => Attempt[]
  /** Sends each file by itself. */
  add: (kind: DocumentKind, files: Iterable<File>) => void
  cancel: (attempt: Attempt) => void
  retry: (attempt: Attempt) => void
}

/** What need not be sent to be refused. The server judges by the content. */
function refusal(file: File): string | null {
  if (file.size > MAX_BYTES) return t`A document has at most 10 MiB.`
  return TYPES.includes(file.type) ? null : t`Upload a PDF, PNG or JPEG file.`
}

/** The files that are on their way, whichever part of the screen they were dropped on. */
export function useUploads(): Uploads {
  const queryClient = useQueryClient()
  const [attempts, setAttempts] = useState<Attempt[]>([])

  const change = (key: string, part: Partial<Attempt>) => {
    setAttempts((all) => all.map((attempt) => (attempt.key === key ? { ...attempt, ...part } : attempt)))
  }
  const drop = (key: string) => {
    setAttempts((all) => all.filter((attempt) => attempt.key !== key))
  }

  const look = () => queryClient.invalidateQueries({ queryKey: onboardingQuery.queryKey })

  const start = async ({ key, kind, file, abort }: Attempt) => {
    try {
      await upload({
        kind,
        file,
        key,
        signal: abort.signal,
        onProgress: (share) => {
          change(key, { share })
        },
      })
      await look()
      drop(key)
    } catch (error) {
      if (abort.signal.aborted) drop(key)
      else change(key, { error: sentence(error), share: 0 })
      // It may have arrived all the same.
      await look()
    }
  }

  return {
    of: (kind) => attempts.filter((attempt) => attempt.kind === kind),
    add: (kind, files) => {
      for (const file of files) {
        const error = refusal(file)
        const attempt: Attempt = { key: crypto.randomUUID(), kind, file, share: 0, error, mayRetry: error === null, abort: new AbortController() }
        setAttempts((all) => [...all, attempt])
        if (!error) void start(attempt)
      }
    },
    cancel: ({ key, error, abort }) => {
      abort.abort()
      if (error) drop(key)
    },
    retry: (attempt) => {
      const again = { ...attempt, error: null, share: 0, abort: new AbortController() }
      change(attempt.key, again)
      void start(again)
    },
  }
}
