import { useEffect } from 'react'
import { chooseLanguage, chosenLanguage, speakAccountsLanguage, type LanguageCode } from '@/lib/i18n'
import { callOnce } from '@/api/client'
import { session } from '@/api/session'
import type { Me } from './me'

/** Stands while the account has not been told what was chosen here. */
const UNSENT = 'language.unsent'

let isSending = false

/** Tells the account what was chosen here. What cannot be told now is told at the next sign-in; nobody is bothered with it. */
async function send(): Promise<void> {
  if (isSending || session.token() === null) return
  isSending = true
  try {
    // One after the other: of two choices the later one stays.
    for (let language = unsent(); language; language = unsent()) {
      const body = { language }
      await callOnce((client) => client.PUT('/semi-private/auth/language', { body }))
      if (unsent() === language) localStorage.removeItem(UNSENT)
    }
  } catch {
    // It stays unsent.
  } finally {
    isSending = false
  }
}

function unsent(): LanguageCode | null {
  return localStorage.getItem(UNSENT) === null ? null : chosenLanguage()
}

/** Speaks another language from now on, here and in mails. Fails when its texts cannot be fetched; then nothing changes. */
export async function chooseEverywhere(code: LanguageCode): Promise<void> {
  await chooseLanguage(code)
  localStorage.setItem(UNSENT, '')
  void send()
}

/** When somebody comes: their account learns what was chosen here, or the page speaks what the account says. */
export function useAccountLanguage(me: Me | undefined): void {
  const id = me?.userDetails.id
  const language = me?.userDetails.language
  useEffect(() => {
    if (id === undefined || language === undefined) return
    void send()
    // Without the texts the page stays in the language it is in.
    speakAccountsLanguage(language).catch(() => undefined)
    // Once for each person: what they choose here later is not taken back by an answer that is older.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [id])
}
