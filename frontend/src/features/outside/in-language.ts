import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { chosenLanguage, currentLanguage, languages, loadTexts, type LanguageCode } from '@/lib/i18n'
import { toast } from '@/ui/toasts'

const speak = async (code: LanguageCode) => {
  try {
    await loadTexts(code)
  } catch {
    // Everything stays in the language it was in.
    toast.error(t`Can’t reach Sooner. Check your connection and try again.`)
  }
}

/** Whether the browser asks for a language there is. */
const isAskedFor = () => chosenLanguage() !== null || navigator.languages.some((tag) => Object.hasOwn(languages, new Intl.Locale(tag).language))

/** Speaks the language of whom it is about, where neither the device nor the browser says another one. */
export function useLanguageOf(code: LanguageCode | undefined) {
  useEffect(() => {
    if (code && code !== currentLanguage() && !isAskedFor()) void speak(code)
  }, [code])
}
