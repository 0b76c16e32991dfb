const listeners = new Map<string, Set<() => void>>()
/** What the device did not keep holds until the page is left. */
const unkept = new Map<string, string>()

/** What is kept on this device under a name; nothing where it keeps nothing. */
export function stored(name: string): string | null {
  try {
    return unkept.get(name) ?? localStorage.getItem(name)
  } catch {
    return null
  }
}

/** Keeps it, and tells everybody who listens. False where the device keeps nothing: then it holds until the page is left. */
export function store(name: string, value: string): boolean {
  unkept.delete(name)
  try {
    localStorage.setItem(name, value)
  } catch {
    unkept.set(name, value)
  }
  listeners.get(name)?.forEach((listener) => {
    listener()
  })
  return !unkept.has(name)
}

/** Tells of every change, in whichever tab it was made; answers how to stop listening. */
export function onStored(name: string, listener: () => void): () => void {
  const inOtherTab = (event: StorageEvent) => {
    if (event.key === name || event.key === null) listener()
  }
  const heard = listeners.get(name) ?? new Set()
  listeners.set(name, heard.add(listener))
  window.addEventListener('storage', inOtherTab)
  return () => {
    heard.delete(listener)
    window.removeEventListener('storage', inOtherTab)
  }
}
