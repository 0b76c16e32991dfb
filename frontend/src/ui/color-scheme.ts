import { preference } from '@/lib/preference'

/** Light, dark, or as the person's system is set. The page itself reads it too, before any script comes: see index.html. */
export const theme = preference('theme', ['system', 'light', 'dark'])

export type Theme = ReturnType<typeof theme.get>

/** Light or dark, as chosen or as the system is set, also when that changes; answers how to stop. */
export function followColorScheme(): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const root = document.documentElement
  const apply = () => {
    const chosen = theme.get()
    const isDark = chosen === 'dark' || (chosen === 'system' && system.matches)
    root.classList.toggle('dark', isDark)
    root.classList.toggle('light', !isDark)
    // What the browser draws itself: scroll bars, lists of choices.
    root.style.colorScheme = isDark ? 'dark' : 'light'
  }
  apply()
  system.addEventListener('change', apply)
  const stop = theme.subscribe(apply)
  return () => {
    stop()
    system.removeEventListener('change', apply)
  }
}
