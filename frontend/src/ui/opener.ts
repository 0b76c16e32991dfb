import { useState } from 'react'

/** What had the focus when a dialog opened; it answers nothing once that is gone. */
export function useOpener(): () => HTMLElement | null {
  const [opener] = useState(() => document.activeElement)
  return () => (opener instanceof HTMLElement && opener !== document.body && opener.isConnected ? opener : null)
}
