import { Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { Question } from './question'

interface Discard {
  /** What Cancel does. */
  cancel: () => void
  /** Where what is typed stands; nothing where nothing is. */
  hint: ReactNode
  /** Whether it is to be given up, where somebody cancelled. */
  question: ReactNode
}

/** Leaving a form unsent: at once where nothing is kept of it, else once somebody said that it may go. */
export function useDiscard(isKept: boolean, leave: () => void): Discard {
  const { t } = useLingui()
  const [asks, setAsks] = useState(false)
  return {
    cancel: () => {
      if (isKept) setAsks(true)
      else leave()
    },
    hint: isKept ? (
      <Text color="fg.muted" textStyle="label">
        <Trans>Not saved yet. Kept on this device.</Trans>
      </Text>
    ) : null,
    question: asks ? (
      <Question
        question={t`Discard what you entered?`}
        yes={<Trans>Discard</Trans>}
        no={<Trans>Keep editing</Trans>}
        confirm={leave}
        leave={() => {
          setAsks(false)
        }}
      />
    ) : null,
  }
}
