import { vi } from 'vitest'
import type { Config, House } from '@/lib/config'
import { loadConfig } from '@/lib/config'

/** Who runs an instance of the tests. */
export const aHouse = (changes: Partial<House> = {}): House => ({
  name: 'Sooner Finance GmbH',
  address: 'Börsenplatz 4, 60313 Frankfurt am Main',
  register: 'Amtsgericht Frankfurt am Main, HRB 12345',
  vatId: 'DE136695976',
  phone: '+49 69 1234567',
  supportEmail: 'support@example.com',
  imprintUrl: '/imprint',
  termsUrl: 'https://example.com/terms',
  privacyUrl: 'https://example.com/privacy',
  ...changes,
})

/** The configuration of an instance, as its host would tell it. */
export async function configure(changes: Partial<Config> = {}): Promise<void> {
  const config: Config = { apiOrigin: 'http://api.test', house: aHouse(), firebase: { projectId: 'p', apiKey: 'k', authDomain: 'd', emulatorOrigin: null }, ...changes }
  vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(Response.json(config))
  await loadConfig()
  vi.mocked(globalThis.fetch).mockRestore()
}
