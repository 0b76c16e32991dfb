const DIACRITICS = /\p{M}/gu

/** Without case and accents: who looks for "Muhle" means "Mühle". */
const plain = (text: string) => text.normalize('NFD').replace(DIACRITICS, '').toLocaleLowerCase()

/** Whether each word typed begins a word of this text. */
export function matches(text: string, typed: string): boolean {
  const words = plain(text).split(/[^\p{L}\p{N}]+/u)
  return plain(typed)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .every((begin) => words.some((word) => word.startsWith(begin)))
}

const MOST_RECENT = 5
const key = (user: string) => `recent:${user}`

/** What this person used last on this device, the newest first: names of our own screens and words, nothing they typed. */
export function recent(user: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key(user)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

export function remember(user: string, id: string): void {
  try {
    localStorage.setItem(key(user), JSON.stringify([id, ...recent(user).filter((one) => one !== id)].slice(0, MOST_RECENT)))
  } catch {
    // The device is full: nothing is remembered.
  }
}
