import { signal } from '@/lib/signal'
import { session } from './session'

interface Question {
  /** What is to be confirmed, by its hash. */
  act: string
  /** Which file it is that is sent; null of what names none. */
  about: string | null
  answer: Promise<void>
  pass: () => void
  cancel: () => void
}

function question(act: string, about: string | null): Question {
  let pass = (): void => undefined
  let cancel = (): void => undefined
  const answer = new Promise<void>((resolve, reject) => {
    pass = resolve
    cancel = () => {
      reject(new DOMException('Cancelled', 'AbortError'))
    }
  })
  return { act, about, answer, pass, cancel }
}

/** Asks the person to confirm what they do: each act by itself, one after the other. */
class StepUp {
  private readonly questions: Question[] = []
  private readonly changed = signal()
  readonly subscribe = this.changed.subscribe

  /** What is asked about now. */
  asked = (): string | null => this.questions[0]?.act ?? null

  /** The file that it is about, where it is one. */
  about = (): string | null => this.questions[0]?.about ?? null

  /** From now on there is somebody to ask; answers how to stop. */
  listen(): () => void {
    session.confirm = (act, about) => this.confirm(act, about)
    return () => {
      session.confirm = undefined
      for (const { cancel } of this.questions.splice(0)) cancel()
      this.changed.tell()
    }
  }

  /** They confirmed it: what waits for that goes on. */
  pass(): void {
    this.end()?.pass()
  }

  /** They would rather not: what waits for it is given up. */
  cancel(): void {
    this.end()?.cancel()
  }

  private confirm(act: string, about: string | null): Promise<void> {
    const same = this.questions.find((other) => other.act === act)
    if (same) return same.answer
    const asked = question(act, about)
    this.questions.push(asked)
    this.changed.tell()
    return asked.answer
  }

  private end(): Question | undefined {
    const first = this.questions.shift()
    this.changed.tell()
    return first
  }
}

export const stepUp = new StepUp()
