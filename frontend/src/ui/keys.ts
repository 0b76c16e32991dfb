import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { useEffect, useRef, type RefObject } from 'react'
import { preference } from '@/lib/preference'

interface Key {
  /** As `KeyboardEvent.key` says it, in lower case; several are pressed one after the other. */
  press: string
  does: MessageDescriptor
}

/** The keys there are: what listens to them and what lists them read the same table. */
export const keys = {
  next: { press: 'j', does: msg`Next in a list` },
  previous: { press: 'k', does: msg`Previous in a list` },
  select: { press: 'x', does: msg`Select in a list` },
  filter: { press: '/', does: msg`Go to the search field of a list` },
  nextCase: { press: 'n', does: msg`Next case` },
  suggestion: { press: 'm', does: msg`Go to the suggested match` },
  back: { press: 'escape', does: msg`Back to the list` },
  help: { press: '?', does: msg`Show keyboard shortcuts` },
} satisfies Record<string, Key>

/** Opens the search from anywhere, also while typing; with Ctrl, or Command on a Mac. */
export const searchKey = { press: 'k', does: msg`Search` } satisfies Key

/** The key held with it, as it is written on the keyboard. */
export const heldKey = () => (/Mac|iP(hone|ad|od)/.test(navigator.platform) ? '⌘' : t`Ctrl`)

/** What is written on a key. */
export const cap = (key: string) => (key === keys.back.press ? t`Esc` : key.toLocaleUpperCase())

/** Begins a jump to a place; the place's own key follows. */
export const jumpKey = 'g'

/** Keys without Ctrl or Command can be turned off: who dictates would press them by speaking (WCAG 2.1.4). */
export const singleKeys = preference('singleKeys', ['on', 'off'])

/** How soon the second key has to follow the first. */
const SEQUENCE_MS = 1500

/** Where keys write, choose or belong to something that is open. */
const TAKEN = [
  'input:not([type=checkbox],[type=radio],[type=button])',
  'textarea',
  'select',
  '[contenteditable]',
  '[role=textbox]',
  '[role=combobox]',
  '[role=listbox]',
  '[role=menu]',
  '[role=dialog]',
  '[role=alertdialog]',
].join()

function isForUs(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false
  if (event.shiftKey && /^[a-z]$/i.test(event.key)) return false
  if (singleKeys.get() === 'off') return false
  return !(event.target instanceof Element && event.target.closest(TAKEN))
}

/** What keys do on this screen: never while somebody types, never with a modifier. `g h` is one after the other. */
export function useKeys(actions: Record<string, () => void>): void {
  const now = useRef(actions)
  useEffect(() => {
    now.current = actions
  })
  useEffect(() => {
    let before = { key: '', at: 0 }
    const listen = (event: KeyboardEvent) => {
      if (!isForUs(event)) return
      const key = event.key.toLowerCase()
      const sequence = event.timeStamp - before.at < SEQUENCE_MS ? `${before.key} ${key}` : key
      before = { key, at: event.timeStamp }
      const action = now.current[sequence] ?? now.current[key]
      if (!action) return
      before = { key: '', at: 0 }
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', listen)
    return () => {
      window.removeEventListener('keydown', listen)
    }
  }, [])
}

/**
 * J and K move through the items of a list. An item is what can be focused and carries `data-list-item`: a row's link, so that
 * Enter opens it. The first press goes to the first item.
 */
export function useListKeys(list: RefObject<HTMLElement | null>): void {
  const move = (by: 1 | -1) => {
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[data-list-item]') ?? [])]
    const place = items.findIndex((item) => item.contains(document.activeElement))
    items[place < 0 ? 0 : Math.min(Math.max(place + by, 0), items.length - 1)]?.focus()
  }
  useKeys({
    [keys.next.press]: () => {
      move(1)
    },
    [keys.previous.press]: () => {
      move(-1)
    },
  })
}
