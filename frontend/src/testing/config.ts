import { vi } from 'vitest'
import type { Config } from '@/lib/config'
import { loadConfig } from '@/lib/config'

/** The configuration of an instance, as its host would tell it. */
export async function configure(changes: Partial<Config> = {}): Promise<void> {
  const config: Config = { apiOrigin: 'http://api.test', supportEmail: 'support@example.com', termsUrl: null, privacyUrl: null, firebase: { projectId: 'p', apiKey: 'k', authDomain: 'd', emulatorOrigin: null }, ...changes }
  vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(Response.json(config))
  await loadConfig()
  vi.mocked(globalThis.fetch).mockRestore()
}
