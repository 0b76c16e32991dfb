import { useState, useSyncExternalStore } from 'react'
import { signal } from './signal'

const { tell, subscribe } = signal()
let isPressed = false
const set = (pressed: boolean) => {
  if (isPressed === pressed) return
  isPressed = pressed
  tell()
}

/** A tap without a click, as where somebody scrolls. */
const AT_MOST_MS = 500

window.addEventListener('pointerdown', () => {
  set(true)
  setTimeout(set, AT_MOST_MS, false)
}, true)
// After whatever hears the click.
window.addEventListener('click', () => setTimeout(set, 0, false), true)

/**
 * What is to be shown, but never while somebody presses: leaving a field with a press says what is wrong with it, and what it
 * says would move what is being pressed from under the finger.
 */
export function useSettled<T>(value: T): T {
  const pressed = useSyncExternalStore(subscribe, () => isPressed)
  const [shown, setShown] = useState(value)
  if (!pressed && shown !== value) setShown(() => value)
  return pressed ? shown : value
}
