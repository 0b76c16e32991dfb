/** Where a tab's own name is kept: as long as the tab, and reloads with it. */
const KEY = 'tab'

function named(): string {
  try {
    const name = sessionStorage.getItem(KEY) ?? crypto.randomUUID()
    sessionStorage.setItem(KEY, name)
    return name
  } catch {
    return crypto.randomUUID()
  }
}

/** Each tab keeps what was typed in it: another's is not its own to forget. */
export const tab = named()
