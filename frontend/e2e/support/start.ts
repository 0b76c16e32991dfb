import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { ports } from '../../playwright.config'

/** Starts the identity provider's emulator once for all tests; answers how to stop it. */
export default async function start(): Promise<() => void> {
  const folder = resolve(import.meta.dirname, '../../auth-emulator')
  const environment = { ...process.env, FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${ports.emulator}` }
  const emulator = spawn(process.execPath, ['start.cjs'], { cwd: folder, env: environment, stdio: 'ignore' })
  for (;;) {
    if (emulator.exitCode !== null) throw new Error('the auth emulator did not start')
    try {
      await fetch(`http://127.0.0.1:${ports.emulator}/`)
      break
    } catch {
      await new Promise((next) => setTimeout(next, 100))
    }
  }
  return () => {
    emulator.kill()
  }
}
