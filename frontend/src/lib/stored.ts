import { onceEmptied, storageSignal, type Signal } from './signal'

const signals = new Map<string, Signal>()
function signalOf(name: string): Signal {
  const found = signals.get(name) ?? storageSignal(name)
  signals.set(name, found)
  return found
}

/** What the device did not keep holds until the page is left, or everything is taken off the device. */
const unkept = new Map<string, string>()
onceEmptied(() => {
  unkept.clear()
})

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
  signalOf(name).tell()
  return !unkept.has(name)
}

/** Tells of every change, in whichever tab it was made; answers how to stop listening. */
export const onStored = (name: string, listener: () => void): (() => void) => signalOf(name).subscribe(listener)
