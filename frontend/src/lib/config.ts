/** Who runs this instance. */
export interface House {
  name: string
  /** Street and town in one line. */
  address: string
  register: string
  vatId: string
  phone: string | null
  /** Where people turn for help. */
  supportEmail: string
  /** Its pages: each an `https` address, or a path on this host. */
  imprintUrl: string
  termsUrl: string
  privacyUrl: string
}

/** What the web host says of this instance. */
export interface Config {
  apiOrigin: string
  house: House
  firebase: { projectId: string; apiKey: string; authDomain: string; emulatorOrigin: string | null }
}

let loaded: Config | undefined

/** Reads what the web host says about where the API is, so that one build runs anywhere. The host is of the same binary as this file. */
export async function loadConfig(): Promise<Config> {
  const response = await fetch('/config.json')
  if (!response.ok) throw new Error(`config.json: ${response.status}`)
  const config = (await response.json()) as Config
  loaded = { ...config, apiOrigin: new URL(config.apiOrigin).origin }
  return loaded
}

/** The configuration; it is there before the first screen is. */
export function config(): Config {
  if (!loaded) throw new Error('The configuration is not loaded yet')
  return loaded
}
