import { i18n, type MessageDescriptor, type Messages } from '@lingui/core'

export { i18n }

interface Language {
  /** As its speakers call it. */
  name: string
  direction: 'ltr' | 'rtl'
  load: () => Promise<{ messages: Messages }>
}

/** The languages there are. English stands in the source; another one is a line here and a catalogue in `locales`. */
export const languages = {
  en: { name: 'English', direction: 'ltr', load: () => Promise.resolve({ messages: {} }) },
  de: { name: 'Deutsch', direction: 'ltr', load: () => import('../locales/de.po') },
} satisfies Record<string, Language>

export type LanguageCode = keyof typeof languages

const CHOICE = 'language'
/** What whoever signed in here last reads; it counts where nothing was chosen. */
const ACCOUNT = 'language.account'

function isLanguage(code: string | null | undefined): code is LanguageCode {
  return code !== null && code !== undefined && Object.hasOwn(languages, code)
}

const primary = (tag: string) => new Intl.Locale(tag).language

/** The language chosen on this device, if one was. */
export function chosenLanguage(): LanguageCode | null {
  const chosen = localStorage.getItem(CHOICE)
  return isLanguage(chosen) ? chosen : null
}

/** The language chosen earlier, else the account's, else the first of the browser's that there is, else English. */
export function preferredLanguage(): LanguageCode {
  const account = localStorage.getItem(ACCOUNT)
  return chosenLanguage() ?? (isLanguage(account) ? account : (navigator.languages.map(primary).find(isLanguage) ?? 'en'))
}

/** The language the texts are in. */
export function currentLanguage(): LanguageCode {
  return isLanguage(i18n.locale) ? i18n.locale : 'en'
}

/** Loads the texts of a language and speaks it from then on. Fails when they cannot be fetched; then nothing changes. */
export async function loadTexts(code: LanguageCode = preferredLanguage()): Promise<void> {
  const { messages } = await languages[code].load()
  document.documentElement.lang = code
  document.documentElement.dir = languages[code].direction
  i18n.loadAndActivate({ locale: code, messages })
}

/** Speaks another language, now and at the next visit. */
export async function chooseLanguage(code: LanguageCode): Promise<void> {
  await loadTexts(code)
  localStorage.setItem(CHOICE, code)
}

/** Speaks the account's language where none was chosen on this device. */
export async function speakAccountsLanguage(code: LanguageCode): Promise<void> {
  if (chosenLanguage()) return
  localStorage.setItem(ACCOUNT, code)
  if (code !== currentLanguage()) await loadTexts(code)
}

/** How numbers, dates and amounts are written: in the language of the texts, with the region the browser names for it. */
export function formatting(): string {
  return navigator.languages.find((tag) => primary(tag) === i18n.locale) ?? i18n.locale
}

/** A text of the catalogue, where it was named before the language was known; with the values its `{names}` stand for. */
export function text(descriptor: MessageDescriptor, values?: Record<string, string>): string {
  return i18n._(values ? { ...descriptor, values } : descriptor)
}
