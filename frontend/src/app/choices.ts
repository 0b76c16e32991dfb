import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { chooseEverywhere } from '@/entities/user/language'
import { languages, text, type LanguageCode } from '@/lib/i18n'
import type { Theme } from '@/ui/color-scheme'
import { toast } from '@/ui/toasts'

const themes = { system: msg({ message: 'System', context: 'theme' }), light: msg({ message: 'Light', context: 'theme' }), dark: msg({ message: 'Dark', context: 'theme' }) } satisfies Record<Theme, unknown>

/** The themes as they are offered. */
export const themeOptions = () => (Object.keys(themes) as Theme[]).map((value) => ({ value, label: text(themes[value]) }))

/** The languages as their speakers call them. */
export const languageOptions = Object.entries(languages).map(([value, { name }]) => ({ value, label: name, lang: value }))

/** Changes the language, and says so where its texts do not come. */
export function useChooseLanguage(): (code: string) => void {
  const { t } = useLingui()
  const choose = async (code: string) => {
    try {
      await chooseEverywhere(code as LanguageCode)
    } catch {
      // Everything stays in the language it was in.
      toast.error(t`Can’t reach Sooner. Check your connection and try again.`)
    }
  }
  return (code) => void choose(code)
}
