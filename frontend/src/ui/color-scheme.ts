/** Light or dark, as the person's system is set, also when that changes. */
export function followColorScheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    document.documentElement.classList.toggle('dark', dark.matches)
    document.documentElement.classList.toggle('light', !dark.matches)
  }
  apply()
  dark.addEventListener('change', apply)
}
