/** The other tabs of this browser, which show the same data. */
const CHANNEL = 'sooner'

// Not everywhere there is one: without it the tabs follow when they are looked at.
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL)

/** Tells the other tabs that something was changed; what, they ask the server, each in its own session. */
export function tellTabs(): void {
  channel?.postMessage('changed')
}

/** Hears of what other tabs change; answers how to stop. */
export function hearTabs(listener: () => void): () => void {
  channel?.addEventListener('message', listener)
  return () => {
    channel?.removeEventListener('message', listener)
  }
}
