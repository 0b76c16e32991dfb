import { Box, Flex } from '@chakra-ui/react'
import { useRef, useState } from 'react'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { text } from '@/lib/i18n'
import { possibleDecisions, type Decision } from '@/entities/application/decisions'
import type { Case, Made } from './api'
import { DecisionButton } from './decision-button'
import { decisionDialogs } from './decision-forms'

interface DecisionsProps {
  found: Case
  /** Looks whether the case changed meanwhile, and says so. */
  failed: (error: unknown) => boolean
  begun: () => void
  /** One was made. */
  made: (decision: Decision) => void
  /** Where the focus goes then; before that it goes back to the button. */
  focusOnce: () => HTMLElement | null
}

/** What can be decided now; each explains itself before it is final. */
export function Decisions({ found, failed, begun, made, focusOnce }: DecisionsProps) {
  const [open, setOpen] = useState<Decision | null>(null)
  /** The version that was read when each was opened. */
  const [read, setRead] = useState<number>(found.onboarding.version)
  /** Those that hold something typed: closed and opened again they still do. */
  const [begunOnes, setBegunOnes] = useState<Decision[]>([])
  const opener = useRef<HTMLElement | null>(null)
  // Outlives the dialog: what is decided again after closing it, because nobody knew the outcome, keeps its key.
  const idempotency = useIdempotencyKey<Made>()
  const possible = possibleDecisions(found.allowedActions)
  // What is not possible now may be again: what was typed waits for it.
  if (possible.length === 0 && begunOnes.length === 0) return null
  return (
    <Flex wrap="wrap" gap="2" align="center" flexShrink="0">
      {possible.map((decision, index) => (
        <Flex key={decision.path} gap="2" align="center" ms={decision.tone === 'main' ? { base: 'auto', lg: '0' } : undefined}>
          {index > 0 && possible[index - 1]?.tone === 'against' ? <Box w="1px" h="6" bg="border" mx="1" hideBelow="lg" /> : null}
          <DecisionButton
            tone={decision.tone}
            size="sm"
            onClick={({ currentTarget }) => {
              opener.current = currentTarget
              begun()
              setOpen(decision)
              setRead(found.onboarding.version)
              setBegunOnes((all) => (all.includes(decision) ? all : [...all, decision]))
            }}
          >
            {text(decision.button)}
          </DecisionButton>
        </Flex>
      ))}
      {begunOnes.map((decision) => {
        const Dialog = decisionDialogs[decision.form]
        return (
          <Dialog
            key={decision.path}
            decision={decision}
            found={found}
            isChanged={found.onboarding.version !== read}
            isPossible={possible.includes(decision)}
            idempotency={idempotency}
            failed={failed}
            isOpen={open === decision}
            focusAfter={() => focusOnce() ?? opener.current}
            close={() => {
              setOpen(null)
            }}
            end={() => {
              made(decision)
              setOpen(null)
              setBegunOnes((all) => all.filter((one) => one !== decision))
            }}
          />
        )
      })}
    </Flex>
  )
}
