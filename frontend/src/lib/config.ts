import * as z from 'zod/mini'

// The content security policy allows no code made at run time.
z.config({ jitless: true })

const Config = z.object({
  apiOrigin: z.url(),
  /** Where people turn for help, where the instance says so. */
  supportEmail: z.nullable(z.string()),
  firebase: z.object({
    projectId: z.string(),
    apiKey: z.string(),
    authDomain: z.string(),
    emulatorOrigin: z.nullable(z.string()),
  }),
})

export type Config = z.infer<typeof Config>

let loaded: Config | undefined

/** Reads what the web host says about where the API is, so that one build runs anywhere. */
export async function loadConfig(): Promise<Config> {
  const response = await fetch('/config.json')
  if (!response.ok) throw new Error(`config.json: ${response.status}`)
  loaded = Config.parse(await response.json())
  return loaded
}

/** The configuration; it is there before the first screen is. */
export function config(): Config {
  if (!loaded) throw new Error('The configuration is not loaded yet')
  return loaded
}
