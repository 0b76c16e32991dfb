import { signal } from '@/lib/signal'
import { session } from './session'

interface Question {
  answer: Promise<void>
  pass: () => void
  cancel: () => void
}

function question(): Question {
  let pass = (): void => undefined
  let cancel = (): void => undefined
  const answer = new Promise<void>((resolve, reject) => {
    pass = resolve
    cancel = () => {
      reject(new DOMException('Cancelled', 'AbortError'))
    }
  })
  return { answer, pass, cancel }
}

/** Asks the person once more who they are: once for all that waits for it. */
class StepUp {
  private asked: Question | null = null
  private passedAt = 0
  private readonly changed = signal()
  readonly subscribe = this.changed.subscribe

  isAsked = (): boolean => this.asked !== null

  /** From now on there is somebody to ask; answers how to stop. */
  listen(): () => void {
    session.confirm = (since) => this.confirm(since)
    return () => {
      session.confirm = undefined
      this.passedAt = 0
      this.cancel()
    }
  }

  /** They confirmed it: what waits goes on. */
  pass(): void {
    this.passedAt = Date.now()
    this.end()?.pass()
  }

  /** They would rather not: what waits is given up. */
  cancel(): void {
    this.end()?.cancel()
  }

  private confirm(since: number): Promise<void> {
    // It was on its way while they were asked for another.
    if (this.passedAt > since) return Promise.resolve()
    if (!this.asked) {
      this.asked = question()
      this.changed.tell()
    }
    return this.asked.answer
  }

  private end(): Question | null {
    const was = this.asked
    this.asked = null
    this.changed.tell()
    return was
  }
}

export const stepUp = new StepUp()
