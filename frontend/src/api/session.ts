import { signal } from '@/lib/signal'
import { isValidToken, storedToken } from '@/lib/token'
import { ApiError } from './error'

/** The session a request was made in. */
interface Mark {
  person: number
  token: string | null
}

const askedInVain = () => false

/**
 * The session this tab works in. It is kept here rather than read from the storage each time: another tab may sign somebody
 * else in there, and nothing that was begun here is sent in their name.
 */
class Session {
  private current: string | null | undefined
  /** Counts the people who worked in this tab, one after the other. */
  private person = 0
  private waiting: ((renewed: boolean) => void)[] = []
  private askAgain: () => boolean = askedInVain
  private readonly begun = signal()
  /** Says that another person begins or the session is over; answers how to stop. */
  readonly whenBegun = this.begun.subscribe
  /** Asks the person to confirm an act, by its hash, on what it names; fails where they do not. Set while there is somebody to ask. */
  confirm?: ((act: string, about: string | null) => Promise<void>) | undefined

  /** The token, while it is valid. */
  token(): string | null {
    const token = this.current === undefined ? storedToken() : this.current
    return token && isValidToken(token, Date.now()) ? token : null
  }

  /** Somebody begins, or nobody is there any more: what waits for the one before is given up. */
  begin(token: string | null): void {
    this.current = token
    this.person += 1
    this.answer(false)
    this.begun.tell()
  }

  /** The same person has a new token: what waits goes on. */
  renew(token: string): void {
    this.current = token
    this.answer(true)
  }

  /** Says who asks the person to sign in again; the listener answers false where there is nobody to ask. Answers how to stop. */
  whenEnded(listener: () => boolean): () => void {
    this.askAgain = listener
    return () => {
      if (this.askAgain === listener) this.askAgain = askedInVain
    }
  }

  mark(): Mark {
    return { person: this.person, token: this.current ?? null }
  }

  isStill({ person }: Mark): boolean {
    return person === this.person
  }

  /** Waits until the session a request was refused in goes on; false when it does not. */
  renewed(mark: Mark): Promise<boolean> {
    if (!this.isStill(mark)) return Promise.resolve(false)
    if (this.current && this.current !== mark.token) return Promise.resolve(true)
    if (!this.askAgain()) return Promise.resolve(false)
    return new Promise((resolve) => {
      this.waiting.push(resolve)
    })
  }

  private answer(renewed: boolean): void {
    this.waiting.splice(0).forEach((resolve) => {
      resolve(renewed)
    })
  }
}

export const session = new Session()

function hasEnded(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && (error.problem === null || error.problem.code === 'unauthenticated')
}

/** The act that a request is to be confirmed as: no other refusal names one. */
const unconfirmed = (error: unknown) => (error instanceof ApiError ? error.problem?.confirm : undefined)

/**
 * Does something in this tab's session. Where the session has ended meanwhile it waits until the person has signed in again
 * and does it once more, and so where they have to confirm it first; where somebody else has come, it fails, and what
 * it was answered is for nobody here. `about`: the file that is sent.
 */
export async function inSession<T>(attempt: () => Promise<T>, about: string | null = null): Promise<T> {
  for (;;) {
    const mark = session.mark()
    let answer: T
    try {
      answer = await attempt()
    } catch (error) {
      if (hasEnded(error) && (await session.renewed(mark))) continue
      const act = unconfirmed(error)
      if (session.confirm && act) {
        await session.confirm(act, about)
        if (session.isStill(mark)) continue
      }
      throw error
    }
    if (!session.isStill(mark)) throw new ApiError(401, null)
    return answer
  }
}
