import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { ports } from '../playwright.config'
import { pdf } from './support/files'
import { operator, provenPhone, somebody } from './support/people'
import { linkIn } from './support/smtp'
import { expect, test } from './support/test'

const PAGE = resolve(import.meta.dirname, '../../docs/api.md')

test('the examples of the API page do what it says', async ({ sooner, mails }) => {
  const blocks = [...(await readFile(PAGE, 'utf8')).matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block)
  expect(blocks.length).toBeGreaterThan(4)
  const folder = await mkdtemp(join(tmpdir(), 'sooner-api-page-'))
  try {
    await writeFile(join(folder, 'document.pdf'), pdf('One page'))
    const olga = await operator(sooner)
    const { phone } = somebody()
    const known: Record<string, string> = {
      API: `http://localhost:${ports.api}`,
      PHONE: phone,
      PDF: join(folder, 'document.pdf'),
      OPERATOR_EMAIL: olga.email,
      OPERATOR_PASSWORD: olga.password,
    }
    for (const block of blocks) {
      // What a reader has by then from their phone and from their mail.
      if (block.includes('$ID_TOKEN_OF_FIREBASE')) known.ID_TOKEN_OF_FIREBASE = await provenPhone(phone)
      if (block.includes('$TOKEN_IN_THE_MAIL')) {
        const link = new URL(linkIn(await mails.waitFor(known.EMAIL ?? '', /Confirm/)))
        known.TOKEN_IN_THE_MAIL = new URLSearchParams(link.hash.slice(1)).get('token') ?? ''
      }
      // The blocks are one session: what one names, the next knows, also what it tells the shell to do.
      const functions = join(folder, 'functions')
      const script = `set -euo pipefail
        [ ! -e ${functions} ] || . ${functions}
        api() { curl -sS --fail-with-body -H "Authorization: Bearer $TOKEN" "$@"; }
        ${block}
        for name in EMAIL PASSWORD TOKEN CASE TERMS; do printf '%s=%s\\n' "$name" "$(tr -d '\\n' <<< "\${!name-}")"; done > ${join(folder, 'known')}
        declare -f > ${functions}`
      const run = promisify(execFile)('bash', ['-c', script], { env: { ...process.env, ...known }, cwd: folder })
      await run.catch((error: unknown) => {
        const { stdout, stderr } = error as { stdout: string; stderr: string }
        throw new Error(`This example failed:\n${block}\n${stdout}\n${stderr}`)
      })
      for (const line of (await readFile(join(folder, 'known'), 'utf8')).trim().split('\n')) {
        const [name = '', value = ''] = line.split(/=(.*)/s)
        known[name] = value
      }
    }
    expect((await mails.waitFor(known.EMAIL ?? '', /approved/i)).text).toContain('your application is approved')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
