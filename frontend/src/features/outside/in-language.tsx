import { t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { chosenLanguage, currentLanguage, languages, loadTexts, type LanguageCode } from '@/lib/i18n'
import { Choice } from '@/ui/choice'
import { toast } from '@/ui/toasts'

const options = Object.entries(languages).map(([value, { name }]) => ({ value: value as LanguageCode, label: name, lang: value }))

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

export function LanguageChoice() {
  const { t } = useLingui()
  return <Choice label={t`Language`} value={currentLanguage()} options={options} choose={(code) => void speak(code)} />
}
