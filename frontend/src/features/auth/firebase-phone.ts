// The only import of the identity provider's library: it is loaded when a phone is verified, and not before.
import { deleteApp, getApps, initializeApp } from 'firebase/app'
import { connectAuthEmulator, initializeAuth, inMemoryPersistence, PhoneAuthProvider, RecaptchaVerifier, signInWithCredential, signInWithPhoneNumber, signOut, type Auth } from 'firebase/auth'
import type { Config } from '@/lib/config'

/** A code that was sent and waits to be confirmed. */
export interface PendingCode {
  /** By which the identity provider knows it, also after the page was loaded again. */
  id: string
  /** The identity provider's token for the confirmed phone. */
  confirm: (code: string) => Promise<string>
}

function auth({ projectId, apiKey, authDomain, emulatorOrigin }: Config['firebase']): Auth {
  const app = initializeApp({ projectId, apiKey, authDomain }, `phone-${getApps().length}-${Math.random()}`)
  // Nothing of the provider's session outlives the page: ours is the one that counts.
  const made = initializeAuth(app, { persistence: inMemoryPersistence })
  if (emulatorOrigin) connectAuthEmulator(made, emulatorOrigin, { disableWarnings: true })
  return made
}

function pending(provider: Auth, id: string): PendingCode {
  return {
    id,
    confirm: async (code) => {
      const { user } = await signInWithCredential(provider, PhoneAuthProvider.credential(id, code))
      const token = await user.getIdToken()
      await signOut(provider)
      await deleteApp(provider.app)
      return token
    },
  }
}

/** The code that was sent before the page was loaded again. */
export function resumeCode(firebase: Config['firebase'], id: string): PendingCode {
  return pending(auth(firebase), id)
}

/** Sends a code to the phone, after a captcha shown inside `host` when the provider wants one. */
export async function sendCode(firebase: Config['firebase'], phone: string, host: HTMLElement): Promise<PendingCode> {
  const provider = auth(firebase)
  // A verifier serves once: used again it waits for ever.
  const box = host.appendChild(document.createElement('div'))
  const verifier = new RecaptchaVerifier(provider, box, { size: 'invisible' })
  try {
    const confirmation = await signInWithPhoneNumber(provider, phone, verifier)
    return pending(provider, confirmation.verificationId)
  } finally {
    verifier.clear()
    box.remove()
  }
}
