import { Button, HStack } from '@chakra-ui/react'
import { useState } from 'react'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { text } from '@/lib/i18n'
import { possibleDecisions, type Decision } from '@/entities/application/decisions'
import type { Case, Made } from './api'
import { decisionDialogs } from './decision-forms'

interface DecisionsProps {
  found: Case
  /** Looks whether the case changed meanwhile, and says so. */
  failed: (error: unknown) => boolean
  begun: () => void
}

/** What can be decided now; each explains itself before it is final. */
export function Decisions({ found, failed, begun }: DecisionsProps) {
  const [open, setOpen] = useState<Decision | null>(null)
  /** Those that hold something typed: closed and opened again they still do. */
  const [begunOnes, setBegunOnes] = useState<Decision[]>([])
  // Outlives the dialog: what is decided again after closing it, because nobody knew the outcome, keeps its key.
  const idempotency = useIdempotencyKey<Made>()
  const possible = possibleDecisions(found.allowedActions)
  // What is not possible now may be again: what was typed waits for it.
  if (possible.length === 0 && begunOnes.length === 0) return null
  return (
    <HStack wrap="wrap" gap="3">
      {possible.map((decision) => (
        <Button
          key={decision.path}
          variant={decision.variant}
          onClick={() => {
            begun()
            setOpen(decision)
            setBegunOnes((all) => (all.includes(decision) ? all : [...all, decision]))
          }}
        >
          {text(decision.button)}
        </Button>
      ))}
      {begunOnes.map((decision) => {
        const Dialog = decisionDialogs[decision.form]
        return (
          <Dialog
            key={decision.path}
            decision={decision}
            found={found}
            idempotency={idempotency}
            failed={failed}
            isOpen={open === decision}
            close={() => {
              setOpen(null)
            }}
            end={() => {
              setOpen(null)
              setBegunOnes((all) => all.filter((one) => one !== decision))
            }}
          />
        )
      })}
    </HStack>
  )
}
