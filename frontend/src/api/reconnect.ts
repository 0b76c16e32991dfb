import { t } from '@lingui/core/macro'
import { useEffect, useEffectEvent } from 'react'
import { connection } from './connection'
import { ApiError } from './error'
import { sentence } from './errors'

/** How long until a lost answer is asked for again, where the server is there after all. */
const AGAIN_AFTER_MS = 1500

/** Whether a failure is one of the connection: nobody knows whether it was done. */
export function isLost(error: unknown): boolean {
  return error instanceof ApiError && error.isUnanswered
}

/** What to tell a person about a failure of something that `useAgainWhenBack` does again. */
export function sentenceBeforeAgain(error: unknown): string {
  return isLost(error) ? t`Connection lost. We’ll try again as soon as you’re back online.` : sentence(error)
}

/** Does once more what failed for the connection, as soon as that is back. */
export function useAgainWhenBack(error: unknown, again: () => void): void {
  const act = useEffectEvent(again)
  useEffect(() => {
    if (!isLost(error)) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      if (!connection.snapshot()) timer ??= setTimeout(act, AGAIN_AFTER_MS)
    }
    look()
    const stop = connection.subscribe(look)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [error])
}
