// Looks every package of every lockfile up in a folder of advisories on this machine: OSV records (https://ossf.github.io/osv-schema),
// one JSON file each, however deep. Fails on an advisory that concerns a version we use, and when the folder cannot be trusted.
//   node scripts/advisories.mjs FOLDER
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const semver = createRequire(new URL('../frontend/package.json', import.meta.url))('semver')

const ECOSYSTEMS = { 'Cargo.lock': 'crates.io', 'package-lock.json': 'npm' }
/** What is built, installed or made by others. `peers` are other products, measured beside ours and never handed out. */
const NOT_OURS = new Set(['node_modules', 'target', 'dist', 'var', '.venv', 'peers'])
/** What RustSec says of a crate that is no fault of a version. An unsound crate is one. */
const REPORTED_ONLY = ['unmaintained', 'notice']

/** Every file under the folder that `wanted` takes. */
function files(folder, wanted, skipped = new Set()) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name.startsWith('.') || skipped.has(entry.name) ? [] : files(path, wanted, skipped)
    return wanted(entry.name) ? [path] : []
  })
}

function parsed(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new Error(`${path} cannot be read: ${error.message}`)
  }
}

/** What a Cargo.lock names besides our own crates. Cargo writes the file, always in this form. */
function crates(path) {
  return readFileSync(path, 'utf8')
    .split(/^\[\[package\]\]$/m)
    .slice(1)
    .map((block) => Object.fromEntries([...block.matchAll(/^(name|version|source) = "(.*)"$/gm)].map(([, key, value]) => [key, value])))
    .filter(({ source }) => source !== undefined)
}

/** What a package-lock.json names, however it came there. */
function modules(path) {
  return Object.entries(parsed(path).packages ?? {})
    .filter(([place, { link }]) => place !== '' && !link)
    .map(([place, { name, version }]) => ({ name: name ?? place.split('node_modules/').at(-1), version }))
}

/** Every package of every lockfile under the folder: `{ ecosystem, name, version, lockfiles }`. */
function packagesIn(root) {
  const all = new Map()
  const lockfiles = files(root, (name) => name in ECOSYSTEMS, NOT_OURS)
  if (lockfiles.length === 0) throw new Error(`${root} has no lockfile`)
  for (const lockfile of lockfiles) {
    const ecosystem = ECOSYSTEMS[basename(lockfile)]
    const found = ecosystem === 'npm' ? modules(lockfile) : crates(lockfile)
    if (found.length === 0) throw new Error(`${lockfile} names no package`)
    for (const { name, version } of found) {
      if (semver.valid(version) === null) throw new Error(`${lockfile}: ${name} has no version`)
      const key = JSON.stringify([ecosystem, name, version])
      if (!all.has(key)) all.set(key, { ecosystem, name, version, lockfiles: [] })
      all.get(key).lockfiles.push(relative(root, lockfile))
    }
  }
  return [...all.values()]
}

/** The advisories of a folder on the packages we use, by `ecosystem name`, and what can be said of the whole. */
function database(folder, ours) {
  if (!existsSync(folder)) throw new Error(`${folder} does not exist`)
  const affecting = new Map()
  const counts = new Map(Object.values(ECOSYSTEMS).map((ecosystem) => [ecosystem, 0]))
  let newest = ''
  for (const path of files(folder, (name) => name.endsWith('.json'))) {
    const record = parsed(path)
    if (typeof record?.id !== 'string' || typeof record.modified !== 'string') throw new Error(`${path} is no OSV record`)
    if (record.modified > newest) newest = record.modified
    for (const affected of record.affected ?? []) {
      const { ecosystem, name } = affected.package ?? {}
      if (!counts.has(ecosystem)) continue
      counts.set(ecosystem, counts.get(ecosystem) + 1)
      const key = `${ecosystem} ${name}`
      // There are hundreds of thousands: the rest is not kept in memory.
      if (record.withdrawn || !ours.has(key)) continue
      affecting.set(key, [...(affecting.get(key) ?? []), { record, affected, path }])
    }
  }
  // A half-fetched database would pass everything.
  for (const [ecosystem, count] of counts) {
    if (count === 0) throw new Error(`${folder} has no advisory for ${ecosystem}`)
  }
  return { affecting, counts, newest }
}

/** A version as an advisory writes it: '0' is before every other. */
function edge(text, path) {
  const version = text === '0' ? semver.parse('0.0.0-0') : (semver.parse(text) ?? semver.coerce(text))
  if (version === null) throw new Error(`${path}: '${text}' is no version`)
  return version
}

/** Whether a range holds a version, by the schema's own algorithm, and what mends it: a version, or undefined. */
function within({ events = [] }, version, path) {
  const edges = events.flatMap((event) => Object.entries(event).map(([kind, text]) => ({ kind, text, at: text === '*' ? null : edge(text, path) })))
  const limits = edges.filter(({ kind }) => kind === 'limit')
  const ordered = edges
    .filter(({ kind }) => kind !== 'limit')
    .sort((a, b) => semver.compare(a.at, b.at) || Number(a.kind === 'introduced') - Number(b.kind === 'introduced'))
  let hit = false
  for (const { kind, at } of ordered) {
    if (kind === 'introduced' && semver.gte(version, at)) hit = true
    if (kind === 'fixed' && semver.gte(version, at)) hit = false
    if (kind === 'last_affected' && semver.gt(version, at)) hit = false
  }
  hit &&= limits.length === 0 || limits.some(({ at }) => at === null || semver.lt(version, at))
  return { hit, fixed: hit ? ordered.find(({ kind, at }) => kind === 'fixed' && semver.gt(at, version))?.text : undefined }
}

/** Whether an entry concerns a version. An entry that says nothing of versions concerns all: nobody can tell. */
function concerns({ affected, path }, version) {
  const ranges = (affected.ranges ?? []).filter(({ type }) => type !== 'GIT').map((range) => within(range, version, path))
  const versions = affected.versions ?? []
  const says = ranges.length > 0 || versions.length > 0
  return { hit: !says || versions.includes(version) || ranges.some(({ hit }) => hit), fixed: ranges.find(({ hit }) => hit)?.fixed }
}

/** The committed list of what may stand for now: `ID until-when why`, a line each. */
function ignored(path) {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  return lines.map((line) => {
    const [, id, until, why] = /^(\S+) (\d{4}-\d{2}-\d{2}) (\S.*)$/.exec(line) ?? []
    if (why === undefined) throw new Error(`${path}: '${line}' is not an id, a day until which it may stand, and a reason`)
    return { id, until, why }
  })
}

/** Looks up the packages of `root` in `folder`: the lines that fail, the lines that only tell, and a summary. `today` as 2026-11-22. */
export function check(root, folder, ignoreList, today) {
  const packages = packagesIn(root)
  const { affecting, counts, newest } = database(folder, new Set(packages.map(({ ecosystem, name }) => `${ecosystem} ${name}`)))
  const list = ignored(ignoreList)
  const failures = new Set()
  const notes = new Set()
  const used = new Set()
  for (const { ecosystem, name, version, lockfiles } of packages) {
    for (const entry of affecting.get(`${ecosystem} ${name}`) ?? []) {
      const { hit, fixed } = concerns(entry, version)
      if (!hit) continue
      const { id, aliases, summary } = entry.record
      const line = `${name} ${version} (${lockfiles.join(', ')}): ${id}, ${fixed ? `fixed in ${fixed}` : 'no fixed version'}. ${summary ?? ''}`.trim()
      const kind = entry.affected.database_specific?.informational
      const excuse = list.find((one) => [id, ...(aliases ?? [])].includes(one.id) && today <= one.until)
      if (REPORTED_ONLY.includes(kind)) notes.add(`${kind}: ${line}`)
      else if (excuse) {
        used.add(excuse)
        notes.add(`may stand until ${excuse.until} (${excuse.why}): ${line}`)
      } else failures.add(line)
    }
  }
  for (const one of list) if (!used.has(one)) notes.add(`${one.id} in ${basename(ignoreList)} excuses nothing`)
  const known = [...counts].map(([ecosystem, count]) => `${count} advisories for ${ecosystem}`).join(', ')
  const summary = `${packages.length} packages looked up in ${known}, the newest of ${newest.slice(0, 10)}.`
  return { failures: [...failures].sort(), notes: [...notes].sort(), summary }
}

/** The command: says what it found and answers the exit status. */
function main(folder) {
  if (!folder) {
    console.log('Advisories were NOT checked: no database. make check ADVISORIES=/path (see docs/operating.md) checks them.')
    return 0
  }
  const root = fileURLToPath(new URL('..', import.meta.url))
  const { failures, notes, summary } = check(root, folder, join(root, 'scripts/advisories.ignore'), new Date().toISOString().slice(0, 10))
  console.log([summary, ...notes].join('\n'))
  if (failures.length > 0) console.error(['Advisories that concern us:', ...failures].join('\n'))
  return failures.length > 0 ? 1 : 0
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    process.exitCode = main(process.argv[2])
  } catch (error) {
    console.error(`Advisories could not be checked: ${error.message}`)
    process.exitCode = 2
  }
}
