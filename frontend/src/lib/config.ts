/** What the web host says of this instance. */
export interface Config {
  apiOrigin: string
  /** Where people turn for help, where the instance says so. */
  supportEmail: string | null
  /** Where the instance's terms and its privacy notice stand; a server may be older than these settings. */
  termsUrl?: string | null | undefined
  privacyUrl?: string | null | undefined
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
