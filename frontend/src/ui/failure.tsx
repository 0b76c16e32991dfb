import { WithContact } from './contact'
import { Notice } from './notice'
import { Patience } from './patience'

/** What went wrong: a sentence; or, where the server asked for patience, when it may be tried again. */
export function Failure({ sentence, until }: { sentence: string | undefined; until: number | null }) {
  return (
    <>
      <Patience until={until} />
      {sentence && until === null ? <Notice status="error"><WithContact>{sentence}</WithContact></Notice> : null}
    </>
  )
}
