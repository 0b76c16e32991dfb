import { useState } from 'react'
import { outcomeOf } from './errors'

export interface IdempotencyKey<T> {
  /**
   * Sends the content under a key. Sent again as it is, it keeps its key, so that a request whose answer was lost has one
   * effect; changed in between, or once its outcome is settled, it is another request and gets another. While it is on its way
   * it is not sent again: a double click gets the one answer twice.
   */
  send: <R>(content: T, request: (key: string) => Promise<R>) => Promise<R>
  /** What was sent and may have been done. Sent again as it was, under its key, it tells. */
  unsettled: () => T | null
}

interface Sent<T> {
  content: T
  key: string
  isUnsettled: boolean
  underWay: Promise<unknown> | null
}

function idempotencyKey<T>(): IdempotencyKey<T> {
  let last: Sent<T> | null = null
  const sentAs = (content: T): Sent<T> => {
    if (last && JSON.stringify(last.content) === JSON.stringify(content)) return last
    return (last = { content, key: crypto.randomUUID(), isUnsettled: false, underWay: null })
  }
  return {
    send: <R>(content: T, request: (key: string) => Promise<R>) => {
      const sent = sentAs(content)
      const settle = () => {
        if (last === sent) last = null
      }
      const once = async () => {
        // Noted here rather than where the answer is shown: a dialog may be closed before it comes.
        try {
          const answer = await request(sent.key)
          settle()
          return answer
        } catch (error) {
          const outcome = outcomeOf(error)
          if (outcome === 'unknown') sent.isUnsettled = true
          if (outcome === 'refused') settle()
          throw error
        } finally {
          sent.underWay = null
        }
      }
      const answer = (sent.underWay as Promise<R> | null) ?? once()
      sent.underWay = answer
      return answer
    },
    unsettled: () => (last?.isUnsettled ? last.content : null),
  }
}

/** A key that lives as long as the component that uses it. */
export function useIdempotencyKey<T>(): IdempotencyKey<T> {
  return useState(idempotencyKey<T>)[0]
}
