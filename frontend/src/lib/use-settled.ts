import { useState, useSyncExternalStore } from 'react'
import { signal } from './signal'

const { tell, subscribe } = signal()
let isPressed = false
const set = (pressed: boolean) => {
  if (isPressed === pressed) return
  isPressed = pressed
  tell()
}

/** How long after a press its click may come. A press without a click, as where somebody scrolls, is over then. */
const CLICK_AFTER_MS = 500

let timer: ReturnType<typeof setTimeout> | undefined
const settle = (afterMs: number) => {
  clearTimeout(timer)
  timer = setTimeout(set, afterMs, false)
}

window.addEventListener('pointerdown', () => {
  clearTimeout(timer)
  set(true)
}, true)
// However long a finger rests.
for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, () => { settle(CLICK_AFTER_MS) }, true)
// After whatever hears the click.
window.addEventListener('click', () => { settle(0) }, true)
// Where a press ends outside the window nothing tells of it.
window.addEventListener('blur', () => {
  clearTimeout(timer)
  set(false)
})

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
