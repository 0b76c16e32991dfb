import { act, cleanup } from '@testing-library/react'
import { vi } from 'vitest'

/** Something that lasts until it is over by itself or is ended. */
interface Begun {
  /** What it is, for the message of the test that it outlived. */
  what: string
  /** Whose code began it. */
  trace: Error
  end: () => void
  /** Of a timer or frame: how long after it was begun it comes, in milliseconds, and what it does. */
  comes?: { after: number; act: () => unknown }
}

/** Timers and frames that are to come, listeners of the page, channels. */
const lasting = new Set<Begun>()
/** Requests that have no answer yet. */
const requests = new Set<Begun>()
/** What is wrong with what this test began. */
const complaints: string[] = []
/** What ends as the screens go, and what follows once all is over. */
const ends = new Set<() => void>()
const resets = new Set<() => void>()
let hasEnded = false

/** How many turns a screen that goes has for what it sends as it goes. */
const TURNS_TO_GO = 3
/** After so many turns in which nothing was begun, all is over. */
const QUIET_TURNS = 3
const MOST_TURNS = 300

/** Adds what a test's end brings to an end as its screens go: what belongs to the person, and not to a screen. Answers how to take it out. */
export function asScreensGo(end: () => void): () => void {
  ends.add(end)
  return () => { ends.delete(end) }
}

/** Adds what is set back once all that a test began is over. Answers how to take it out. */
export function onceOver(reset: () => void): () => void {
  resets.add(reset)
  return () => { resets.delete(reset) }
}

/** Makes the test that runs fail. */
export function complain(what: string): void {
  complaints.push(what)
}

function traced(): Error {
  const before = Error.stackTraceLimit
  // As deep as it takes to see a module that is being loaded.
  Error.stackTraceLimit = 12
  const trace = new Error()
  Error.stackTraceLimit = before
  return trace
}

/**
 * Where the product's code began it. Null where a library did, whose timers end without harm; where a test did, whose requests
 * are answered after a pause; and where a module did as it was loaded, which is once for all tests.
 */
function placeOf({ trace }: Begun): string | null {
  const frames = (trace.stack ?? '').split('\n').slice(1).filter((frame) => !frame.includes('/testing/begun.ts'))
  const found = /\/src\/([^?:]+)(?<!\.test)\.tsx?(?:\?[^:]*)?:(\d+)/.exec(frames[0] ?? '')
  const isLoading = frames.some((frame) => frame.includes('ModuleEvaluator') || frame.includes('ModuleRunner'))
  return found && !isLoading ? `${found[1]}:${found[2]}` : null
}

type Timer = ReturnType<typeof setTimeout>
type Act = (...args: unknown[]) => unknown

function watchTimers(): void {
  const open = new Map<unknown, Begun>()
  const over = (timer: unknown) => {
    const begun = open.get(timer)
    if (begun) lasting.delete(begun)
    open.delete(timer)
  }
  const all = globalThis as unknown as Record<string, (...args: unknown[]) => unknown>
  for (const [begin, end] of [['setTimeout', 'clearTimeout'], ['setInterval', 'clearInterval'], ['requestAnimationFrame', 'cancelAnimationFrame']] as const) {
    const [realBegin, realEnd] = [all[begin], all[end]] as [Act, Act]
    all[end] = (timer) => {
      over(timer)
      return realEnd(timer)
    }
    all[begin] = Object.assign((action: Act, ...rest: unknown[]) => {
      const timer = realBegin((...args: unknown[]) => {
        if (begin !== 'setInterval') over(timer)
        return action(...args)
      }, ...rest) as Timer
      const stop = () => { all[end]?.(timer) }
      const come = () => {
        if (begin !== 'setInterval') stop()
        return action(...rest.slice(1))
      }
      const after = begin === 'requestAnimationFrame' ? 0 : Number(rest[0] ?? 0)
      const begun = { what: begin, trace: traced(), end: stop, comes: { after, act: come } }
      lasting.add(begun)
      open.set(timer, begun)
      return timer
    }, realBegin)
  }
}

function watchListeners(): void {
  for (const [name, target] of [['window', window], ['document', document]] as const) {
    const open = new Map<string, Map<unknown, Begun>>()
    const [add, remove] = [target.addEventListener.bind(target), target.removeEventListener.bind(target)]
    const placeIn = (type: string, options: unknown) => {
      const isCapture = typeof options === 'object' && options ? 'capture' in options && options.capture === true : options === true
      const key = `${type} ${String(isCapture)}`
      const place = open.get(key) ?? new Map<unknown, Begun>()
      open.set(key, place)
      return place
    }
    const stop = (type: string, listener: EventListener, options?: boolean | AddEventListenerOptions) => {
      const place = placeIn(type, options)
      const begun = place.get(listener)
      if (begun) lasting.delete(begun)
      place.delete(listener)
      remove(type, listener, options)
    }
    target.removeEventListener = stop as typeof target.removeEventListener
    target.addEventListener = ((type: string, listener: EventListener, options?: boolean | AddEventListenerOptions) => {
      const place = placeIn(type, options)
      const isOnce = typeof options === 'object' && (options.once === true || options.signal !== undefined)
      if (!isOnce && !place.has(listener)) {
        const begun = { what: `a listener of the ${name} for ${type}`, trace: traced(), end: () => { stop(type, listener, options) } }
        place.set(listener, begun)
        lasting.add(begun)
      }
      add(type, listener, options)
    }) as typeof target.addEventListener
  }
}

function watchChannels(): void {
  globalThis.BroadcastChannel = class extends BroadcastChannel {
    private readonly begun: Begun
    constructor(name: string) {
      super(name)
      this.begun = { what: `the channel ${name}`, trace: traced(), end: () => { this.close() } }
      lasting.add(this.begun)
    }
    override close(): void {
      lasting.delete(this.begun)
      super.close()
    }
  }
}

/** From now on it is known what is begun. */
export function watch(): void {
  watchTimers()
  watchListeners()
  watchChannels()
}

function beginRequest(what: string, end: () => void): Begun {
  const begun = { what, trace: traced(), end }
  requests.add(begun)
  if (hasEnded) complain(`${what}, sent after the end`)
  return begun
}

/** Puts something in another's place, whoever may write there; answers how to put it back. */
function replace<N extends 'fetch' | 'XMLHttpRequest'>(name: N, value: (typeof globalThis)[N]): () => void {
  const before = Object.getOwnPropertyDescriptor(globalThis, name)
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true, enumerable: true })
  return () => {
    if (before) Object.defineProperty(globalThis, name, before)
  }
}

function watchFetch(): () => void {
  const real = globalThis.fetch
  return replace('fetch', async (input, init) => {
    const own = new AbortController()
    const given = init?.signal ?? (input instanceof Request ? input.signal : null)
    const asked = input instanceof Request ? `${input.method} ${input.url}` : `${init?.method ?? 'GET'} ${String(input)}`
    const begun = beginRequest(asked, () => { own.abort() })
    try {
      return await real(input, { ...init, signal: given ? AbortSignal.any([given, own.signal]) : own.signal })
    } finally {
      requests.delete(begun)
    }
  })
}

/** What stands in for the server answers an upload that was cut off all the same: here it is over, as in a browser. */
function watchUploads(): () => void {
  return replace('XMLHttpRequest', new Proxy(globalThis.XMLHttpRequest, {
    construct(target, args: []) {
      const request = new target(...args)
      let asked = ''
      let begun: Begun | undefined
      const own = {
        open: (method: string, url: string) => {
          asked = `${method} ${url}`
          request.open(method, url)
        },
        send: (body: XMLHttpRequestBodyInit | null) => {
          const sent = beginRequest(asked, own.abort)
          begun = sent
          request.addEventListener('loadend', () => { requests.delete(sent) })
          request.send(body)
        },
        abort: () => {
          const { onabort } = request
          request.onload = request.onerror = request.onabort = request.upload.onprogress = null
          request.abort()
          if (begun && requests.delete(begun)) onabort?.call(request, new ProgressEvent('abort'))
        },
      }
      return new Proxy(request, {
        get: (_, key) => {
          if (Object.hasOwn(own, key)) return own[key as keyof typeof own]
          const value: unknown = Reflect.get(request, key, request)
          return typeof value === 'function' ? (value as Act).bind(request) : value
        },
        set: (_, key, value) => Reflect.set(request, key, value, request),
      })
    },
  }))
}

/** From now on it is known what is sent; answers how to stop. To be called once something stands in for the server. */
export function watchRequests(): () => void {
  const stops = [watchFetch(), watchUploads()]
  return () => {
    for (const stop of stops) stop()
  }
}

const turn = () => new Promise((next) => setImmediate(next))

async function turns(count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1) await turn()
}

/** Waits until nothing is on its way, or what is waits for the test. For what must not follow: with it a test needs no pause. */
export async function quiet(): Promise<void> {
  await act(async () => {
    for (let [left, quietly] = [MOST_TURNS, 0]; left > 0 && quietly < QUIET_TURNS; left -= 1) {
      await turn()
      quietly = requests.size === 0 ? quietly + 1 : 0
    }
  })
}

/**
 * What the product does within so many milliseconds of waiting, it does now: each of its timers that comes by then, once.
 * No test waits for the clock.
 */
export async function timePasses(ms: number): Promise<void> {
  act(() => {
    for (const begun of [...lasting]) if (begun.comes && begun.comes.after <= ms && lasting.has(begun) && placeOf(begun)) begun.comes.act()
  })
  await quiet()
}

/** Cuts off every request, and waits until none follows. Counted in turns: a busy machine takes longer over them and not more. */
async function cutOff(): Promise<void> {
  for (let [left, quiet] = [MOST_TURNS, 0]; left > 0 && quiet < QUIET_TURNS; left -= 1) {
    for (const { end } of requests) end()
    await turn()
    quiet = requests.size === 0 ? quiet + 1 : 0
  }
}

/** Ends what lasts, and complains of what the product should have ended. */
function endLasting(isMeant: (begun: Begun) => boolean = () => true): void {
  for (const begun of [...lasting].filter(isMeant)) {
    const place = placeOf(begun)
    const isOfPage = begun.what.startsWith('a listener') || begun.what.startsWith('the channel')
    if (place) complain(`${begun.what} of ${place}`)
    // What a library or a module listens for it listens for once, in every test.
    if (place || !isOfPage) begun.end()
    else lasting.delete(begun)
  }
}

/**
 * Takes the screens away, ends all that was begun and waits until it is over. Answers what a screen left behind that goes on
 * without it: timers, frames, listeners and channels that nothing ended, requests that would not end or that came when all
 * had ended.
 */
export async function endAll(): Promise<string[]> {
  cleanup()
  // A frame is over with the next turn.
  endLasting(({ what }) => what === 'requestAnimationFrame')
  vi.useRealTimers()
  vi.unstubAllGlobals()
  // What is sent as a screen goes is sent; a part that was still being loaded comes, and does nothing.
  await turns(TURNS_TO_GO)
  await vi.dynamicImportSettled()
  for (const end of ends) end()
  // No press lasts either.
  window.dispatchEvent(new Event('blur'))
  endLasting()
  hasEnded = true
  await cutOff()
  endLasting()
  for (const { what } of requests) complain(`${what}, without an end`)
  requests.clear()
  for (const reset of resets) reset()
  hasEnded = false
  return complaints.splice(0)
}
