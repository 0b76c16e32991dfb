import { useRef } from 'react'

/**
 * A key for what is about to be sent. Sent again as it is, it keeps its key, so that a request whose answer was lost has
 * one effect; changed in between, it is another request and gets another.
 */
export function useIdempotencyKey(): (content: unknown) => string {
  const last = useRef({ content: '', key: '' })
  return (content) => {
    const text = JSON.stringify(content)
    if (last.current.content !== text) last.current = { content: text, key: crypto.randomUUID() }
    return last.current.key
  }
}
