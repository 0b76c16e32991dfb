import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ports } from '../../playwright.config'

const BINARY = resolve(import.meta.dirname, '../../../target/debug/sooner')

// Every request of a test has a connection of its own: one that rests may be closed by the server just as it is used again.
const { fetch: request } = globalThis
globalThis.fetch = (input, init) => {
  const headers = new Headers(init?.headers)
  headers.set('connection', 'close')
  return request(input, { ...init, headers })
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}

async function until(condition: () => Promise<boolean>, what: string, child: ChildProcess): Promise<void> {
  while (!(await condition())) {
    if (child.exitCode !== null) throw new Error(`${what} ended with ${child.exitCode}`)
    await new Promise((next) => setTimeout(next, 50))
  }
}

/** The real binary, with a folder of its own. */
export class Sooner {
  private child: ChildProcess | undefined
  readonly log: string[] = []
  private constructor(
    private readonly folder: string,
    private readonly more: NodeJS.ProcessEnv,
  ) {}

  /** With what else its environment says. */
  static async inNewFolder(more: NodeJS.ProcessEnv = {}): Promise<Sooner> {
    if (!existsSync(BINARY)) throw new Error(`${BINARY} is not built`)
    return new Sooner(await mkdtemp(join(tmpdir(), 'sooner-e2e-')), more)
  }

  private environment(): NodeJS.ProcessEnv {
    return {
      PATH: process.env.PATH,
      SOONER_ENV: 'development',
      SOONER_API_ADDR: `127.0.0.1:${ports.api}`,
      SOONER_API_ORIGIN: `http://localhost:${ports.api}`,
      SOONER_WEB_ADDR: `127.0.0.1:${ports.web}`,
      SOONER_WEB_ORIGIN: `http://localhost:${ports.web}`,
      SOONER_DATABASE_URL: `sqlite://${this.folder}/sooner.db`,
      SOONER_DOCUMENTS_URL: `file://${this.folder}/documents`,
      SOONER_MAIL_URL: `smtp://127.0.0.1:${ports.smtp}`,
      SOONER_JWT_SECRET: SECRET,
      SOONER_SUPPORT_EMAIL: 'support@sooner.example',
      // As in production; in development it is off.
      SOONER_FOUR_EYES: 'true',
      SOONER_TRUSTED_PROXIES: '127.0.0.1,::1',
      FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${ports.emulator}`,
      ...this.more,
    }
  }

  /** Runs a command beside the server and answers what it prints. */
  run(...words: string[]): string {
    return execFileSync(BINARY, words, { cwd: this.folder, env: this.environment(), encoding: 'utf8' })
  }

  async start(): Promise<void> {
    const child = spawn(BINARY, ['serve'], { cwd: this.folder, env: this.environment(), stdio: ['ignore', 'pipe', 'pipe'] })
    const keep = (chunk: Buffer) => this.log.push(chunk.toString())
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    this.child = child
    await until(() => answers(`http://localhost:${ports.api}/health/ready`), 'sooner serve', child)
    await until(() => answers(`http://localhost:${ports.web}/config.json`), 'sooner serve', child)
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.child
    this.child = undefined
    if (!child || child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  /** The files of the documents kept so far. */
  async documents(): Promise<string[]> {
    const folder = join(this.folder, 'documents')
    // What was being written when the process was killed carries a mark, and nothing refers to it.
    return (await readdir(folder)).filter((name) => !name.includes('#')).map((name) => join(folder, name))
  }

  async remove(): Promise<void> {
    await this.stop('SIGKILL')
    await rm(this.folder, { recursive: true, force: true })
  }
}

const SECRET = 'end-to-end tests have a secret too'
