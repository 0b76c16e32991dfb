import { i18n, type MessageDescriptor, type Messages } from '@lingui/core'

export { i18n }

/** What is seldom opened by one and the same person: the texts of each come with its first screen. */
type Area = 'company' | 'review' | 'outside'
type Load = () => Promise<{ messages: Messages }>

interface Language {
  /** As its speakers call it. */
  name: string
  direction: 'ltr' | 'rtl'
  /** How numbers and dates are written for whoever’s browser names no region of this language. */
  home: string
  /** The texts of each area, and first those of everything else. */
  texts: Record<'first' | Area, Load>
}

const inTheSource: Load = () => Promise.resolve({ messages: {} })

/** The languages there are. English stands in the source; another one is an entry here and a catalogue in `locales`, which the build cuts by area. */
export const languages = {
  en: { name: 'English', direction: 'ltr', home: 'en-GB', texts: { first: inTheSource, company: inTheSource, review: inTheSource, outside: inTheSource } },
  de: {
    name: 'Deutsch',
    direction: 'ltr',
    home: 'de',
    texts: { first: () => import('../locales/de.po?first'), company: () => import('../locales/de.po?company'), review: () => import('../locales/de.po?review'), outside: () => import('../locales/de.po?outside') },
  },
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

/** The areas whose screens were asked for. */
const entered = new Set<Area>()

/** The texts of a language, of all that is open. An area that is entered meanwhile is among them. */
async function textsOf(code: LanguageCode): Promise<Messages> {
  const areas = [...entered]
  const loaded = await Promise.all((['first', ...areas] as const).map((part) => languages[code].texts[part]()))
  if (entered.size > areas.length) return textsOf(code)
  return Object.assign({}, ...loaded.map(({ messages }) => messages)) as Messages
}

/** Loads the texts of a language and speaks it from then on. Fails when they cannot be fetched; then nothing changes. */
export async function loadTexts(code: LanguageCode = preferredLanguage()): Promise<void> {
  const messages = await textsOf(code)
  document.documentElement.lang = code
  document.documentElement.dir = languages[code].direction
  i18n.loadAndActivate({ locale: code, messages })
}

/**
 * Loads a part of an area with the area's texts: it is there once it can speak. The build reads these calls, so they are written
 * with the `import` inside: what is only met behind them has its texts in the area's catalogue, all else in the first.
 */
export async function withTexts<T>(area: Area, load: () => Promise<T>): Promise<T> {
  const [part] = await Promise.all([load(), enter(area)])
  return part
}

async function enter(area: Area): Promise<void> {
  const code = i18n.locale as LanguageCode
  const isNew = !entered.has(area)
  entered.add(area)
  try {
    const { messages } = await languages[code].texts[area]()
    // Where another language is spoken by now, it has brought its own.
    if (i18n.locale === code && Object.keys(messages).some((id) => !Object.hasOwn(i18n.messages, id))) i18n.load(code, messages)
  } catch (error) {
    if (isNew) entered.delete(area)
    throw error
  }
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

/** How numbers, dates and amounts are written: in the language of the texts, with the region the browser names for it. Days of who reads English in a browser that has none are Europe’s. */
export function formatting(): string {
  return navigator.languages.find((tag) => primary(tag) === i18n.locale) ?? languages[currentLanguage()].home
}

/** A text of the catalogue, where it was named before the language was known; with the values its `{names}` stand for. */
export function text(descriptor: MessageDescriptor, values?: Record<string, string>): string {
  return i18n._(values ? { ...descriptor, values } : descriptor)
}

/** The same, unless it names a value that is not there: a text with a hole in it tells nobody anything. */
export function textIfWhole(descriptor: MessageDescriptor, values: Readonly<Record<string, string>>): string | undefined {
  let isWhole = true
  const read = (from: Readonly<Record<string, string>>, name: string | symbol) => {
    if (typeof name === 'string' && Object.hasOwn(from, name)) return from[name]
    isWhole = false
    return undefined
  }
  const said = text(descriptor, new Proxy(values, { get: read }))
  return isWhole ? said : undefined
}
