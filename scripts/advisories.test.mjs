// Tests scripts/advisories.mjs on made-up databases: node --test scripts/advisories.test.mjs
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { check } from './advisories.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const made = mkdtempSync(join(tmpdir(), 'advisories-'))
after(() => rmSync(made, { recursive: true }))
let number = 0

/** A new folder with these files; what is no text is written as JSON. */
function folder(contents) {
  const path = join(made, String(++number))
  mkdirSync(path)
  for (const [name, content] of Object.entries(contents)) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return path
}

const cargo = (...crates) =>
  ['version = 4\n', '[[package]]\nname = "sooner"\nversion = "0.1.0"\n']
    .concat(crates.map(([name, version]) => `[[package]]\nname = "${name}"\nversion = "${version}"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\n`))
    .join('\n')
const npm = (packages) => ({ lockfileVersion: 3, packages: { '': { name: 'ours', version: '0.1.0' }, ...packages } })

const SOURCE = folder({
  'Cargo.lock': cargo(['codec', '1.4.2'], ['early', '2.0.0-rc.1']),
  'fuzz/Cargo.lock': cargo(['fuzzer', '0.4.0']),
  'frontend/package-lock.json': npm({
    'node_modules/@scope/parser': { version: '3.1.0' },
    'node_modules/other/node_modules/parser': { version: '3.1.0' },
    'node_modules/alias': { name: 'really', version: '1.0.0' },
  }),
  'frontend/auth-emulator/package-lock.json': npm({ 'node_modules/emulator': { version: '15.0.1' } }),
  'frontend/node_modules/installed/package-lock.json': npm({ 'node_modules/installed': { version: '1.0.0' } }),
  'bench/peers/another/package-lock.json': npm({ 'node_modules/peer': { version: '1.0.0' } }),
})

function advisory(ecosystem, name, events, more = {}) {
  const { informational, ...record } = more
  const affected = { package: { ecosystem, name }, ranges: [{ type: 'SEMVER', events }], database_specific: { informational } }
  return { id: `MADE-UP-${name}`, modified: '2026-11-01T00:00:00Z', summary: 'Reads past the end', affected: [affected], ...record }
}
const FROM_START = { introduced: '0' }
/** So that no database is half empty. */
const OTHERS = { 'crates.io/x.json': advisory('crates.io', 'nobodys', [FROM_START]), 'npm/x.json': advisory('npm', 'nobodys', [FROM_START]) }

function found(records, { ignore = '', today = '2026-11-22' } = {}) {
  const database = folder({ ...OTHERS, ...Object.fromEntries(records.map((record, index) => [`deep/er/${index}.json`, record])) })
  return check(SOURCE, database, join(folder({ ignore }), 'ignore'), today)
}

test('an advisory that concerns any lockfile fails and names package, version, lockfile, id and what mends it', () => {
  const hits = [
    ['crates.io', 'codec', '1.4.2', 'Cargo.lock'],
    ['crates.io', 'fuzzer', '0.4.0', 'fuzz/Cargo.lock'],
    ['npm', '@scope/parser', '3.1.0', 'frontend/package-lock.json'],
    ['npm', 'parser', '3.1.0', 'frontend/package-lock.json'],
    ['npm', 'really', '1.0.0', 'frontend/package-lock.json'],
    ['npm', 'emulator', '15.0.1', 'frontend/auth-emulator/package-lock.json'],
  ]
  for (const [ecosystem, name, version, lockfile] of hits) {
    const { failures } = found([advisory(ecosystem, name, [FROM_START, { fixed: '99.0.0' }])])
    assert.deepEqual(failures, [`${name} ${version} (${lockfile}): MADE-UP-${name}, fixed in 99.0.0. Reads past the end`])
    assert.deepEqual(found([advisory(ecosystem === 'npm' ? 'crates.io' : 'npm', name, [FROM_START])]).failures, [], 'another ecosystem')
  }
  assert.match(found([advisory('npm', 'parser', [FROM_START])]).failures[0], /no fixed version/)
})

test('what is out of range passes, at every edge', () => {
  const concerns = (name, ...events) => found([advisory('crates.io', name, events)]).failures.length === 1
  assert.equal(concerns('codec', FROM_START, { fixed: '1.4.2' }), false)
  assert.equal(concerns('codec', FROM_START, { fixed: '1.4.3' }), true)
  assert.equal(concerns('codec', { introduced: '1.4.2' }), true)
  assert.equal(concerns('codec', { introduced: '1.4.3' }), false)
  assert.equal(concerns('codec', FROM_START, { last_affected: '1.4.2' }), true)
  assert.equal(concerns('codec', FROM_START, { last_affected: '1.4.1' }), false)
  assert.equal(concerns('codec', FROM_START, { fixed: '1.0.0' }, { introduced: '1.10.0' }), false, '1.10 is after 1.4')
  assert.equal(concerns('codec', { introduced: '1.4.0' }, FROM_START, { fixed: '1.1.0' }), true, 'in any order')
  assert.equal(concerns('codec', FROM_START, { limit: '1.4.0' }), false)
  assert.equal(concerns('codec', FROM_START, { limit: '*' }), true)
  assert.equal(concerns('early', FROM_START, { fixed: '2.0.0' }), true, 'a candidate is before its release')
  assert.equal(concerns('early', { introduced: '2.0.0' }), false)
})

test('versions that are listed count, and an entry that names none concerns all', () => {
  const listing = (entry) => found([{ ...advisory('npm', 'parser', []), affected: [{ package: { ecosystem: 'npm', name: 'parser' }, ...entry }] }])
  assert.equal(listing({ versions: ['3.0.0', '3.1.0'] }).failures.length, 1)
  assert.equal(listing({ versions: ['3.0.0'] }).failures.length, 0)
  assert.equal(listing({}).failures.length, 1)
})

test('what was withdrawn does not count', () => {
  assert.deepEqual(found([advisory('npm', 'parser', [FROM_START], { withdrawn: '2026-11-02T00:00:00Z' })]).failures, [])
})

test('a crate nobody keeps any more is told and does not fail, an unsound one fails', () => {
  const unmaintained = found([advisory('crates.io', 'codec', [FROM_START], { informational: 'unmaintained' })])
  assert.deepEqual(unmaintained.failures, [])
  assert.match(unmaintained.notes[0], /^unmaintained: codec 1\.4\.2/)
  assert.equal(found([advisory('crates.io', 'codec', [FROM_START], { informational: 'unsound' })]).failures.length, 1)
})

test('what the list excuses may stand until its day, by id or alias, and needs a reason', () => {
  const record = advisory('npm', 'parser', [FROM_START], { aliases: ['CVE-1-1'] })
  for (const id of ['MADE-UP-parser', 'CVE-1-1']) {
    const ignore = `# a comment\n\n${id} 2026-11-22 only our own files pass through it\n`
    const excused = found([record], { ignore })
    assert.deepEqual(excused.failures, [])
    assert.match(excused.notes[0], /may stand until 2026-11-22 \(only our own files pass through it\)/)
    assert.equal(found([record], { ignore, today: '2026-11-23' }).failures.length, 1)
  }
  assert.deepEqual(found([], { ignore: 'CVE-1-1 2027-01-01 why' }).notes, ['CVE-1-1 in ignore excuses nothing'])
  for (const ignore of ['CVE-1-1', 'CVE-1-1 2026-11-22', 'CVE-1-1 because']) assert.throws(() => found([record], { ignore }), /a reason/)
})

test('a database that is broken, empty or half there is an error', () => {
  const at = (contents) => () => check(SOURCE, folder(contents), join(made, 'none'), '2026-11-22')
  assert.throws(() => check(SOURCE, join(made, 'nowhere'), join(made, 'none'), '2026-11-22'), /does not exist/)
  assert.throws(at({}), /no advisory for crates\.io/)
  assert.throws(at({ 'README.md': 'RustSec', 'crates/a/RUSTSEC-2026-0001.md': '```toml' }), /no advisory for crates\.io/)
  assert.throws(at({ 'a.json': OTHERS['crates.io/x.json'] }), /no advisory for npm/)
  assert.throws(at({ 'a.json': OTHERS['npm/x.json'] }), /no advisory for crates\.io/)
  assert.throws(at({ ...OTHERS, 'cut.json': '{"id": "MADE-UP' }), /cut\.json cannot be read/)
  assert.throws(at({ ...OTHERS, 'other.json': { hello: 'world' } }), /other\.json is no OSV record/)
  assert.throws(at({ ...OTHERS, 'odd.json': advisory('npm', 'parser', [{ introduced: 'long ago' }]) }), /'long ago' is no version/)
})

test('a lockfile that names nothing is an error', () => {
  const database = folder(OTHERS)
  for (const source of [{}, { 'Cargo.lock': 'version = 4\n' }, { 'package-lock.json': npm({}) }, { 'package-lock.json': npm({ 'node_modules/a': {} }) }]) {
    assert.throws(() => check(folder(source), database, join(made, 'none'), '2026-11-22'))
  }
})

test('the command fails on what concerns our own lockfiles, passes otherwise, and says when nothing was checked', () => {
  const run = (...args) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts/advisories.mjs'), ...args], { encoding: 'utf8' })
    return { status, said: stdout + stderr }
  }
  const actix = /name = "actix-web"\nversion = "(.*)"/.exec(readFileSync(join(ROOT, 'Cargo.lock'), 'utf8'))[1]
  const ours = [
    ['crates.io', 'actix-web', `actix-web ${actix} (Cargo.lock`],
    ['crates.io', 'libfuzzer-sys', 'fuzz/Cargo.lock'],
    ['npm', 'react', 'frontend/package-lock.json'],
    ['npm', 'firebase-tools', 'frontend/auth-emulator/package-lock.json'],
  ]
  for (const [ecosystem, name, says] of ours) {
    const { status, said } = run(folder({ ...OTHERS, 'hit.json': advisory(ecosystem, name, [FROM_START]) }))
    assert.equal(status, 1, said)
    assert.ok(said.includes(says) && said.includes(`MADE-UP-${name}`), said)
  }
  assert.equal(run(folder(OTHERS)).status, 0)
  assert.equal(run(folder({})).status, 2)
  for (const none of [[], ['']]) {
    const { status, said } = run(...none)
    assert.equal(status, 0)
    assert.match(said, /NOT checked/)
  }
})
