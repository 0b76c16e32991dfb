/** What a screen may begin and forget to end, for the tests that it is noticed. */
export const forgotten = {
  timer: () => void setTimeout(() => undefined, 60_000),
  interval: () => void setInterval(() => undefined, 60_000),
  frame: () => void requestAnimationFrame(() => undefined),
  listener: () => { window.addEventListener('online', () => undefined) },
  channel: () => new BroadcastChannel('forgotten'),
}
