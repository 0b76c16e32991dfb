import { useState } from 'react'

export interface IdempotencyKey {
  /**
   * The key for what is about to be sent. Sent again as it is, it keeps its key, so that a request whose answer was lost
   * has one effect; changed in between, it is another request and gets another.
   */
  of: (content: unknown) => string
  /** Once its outcome is known, the same content sent again is meant as another request. */
  forget: () => void
}

function idempotencyKey(): IdempotencyKey {
  let last: { content: string; key: string } | null = null
  return {
    of: (content) => {
      const text = JSON.stringify(content)
      if (last?.content !== text) last = { content: text, key: crypto.randomUUID() }
      return last.key
    },
    forget: () => {
      last = null
    },
  }
}

/** A key that lives as long as the part of the screen. */
export function useIdempotencyKey(): IdempotencyKey {
  return useState(idempotencyKey)[0]
}
