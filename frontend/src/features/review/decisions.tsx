import { Button, HStack } from '@chakra-ui/react'
import { useState } from 'react'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { text } from '@/lib/i18n'
import { possibleDecisions, type Decision } from '@/lib/onboarding-status'
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
  // Outlives the dialog: what is decided again after closing it, because nobody knew the outcome, keeps its key.
  const idempotency = useIdempotencyKey<Made>()
  const possible = possibleDecisions(found.allowedActions)
  if (possible.length === 0 && !open) return null
  const Dialog = open && decisionDialogs[open.form]
  return (
    <HStack wrap="wrap" gap="3">
      {possible.map((decision) => (
        <Button
          key={decision.path}
          variant={decision.variant}
          onClick={() => {
            begun()
            setOpen(decision)
          }}
        >
          {text(decision.button)}
        </Button>
      ))}
      {Dialog ? (
        <Dialog
          key={open.path}
          decision={open}
          found={found}
          idempotency={idempotency}
          failed={failed}
          close={() => {
            setOpen(null)
          }}
        />
      ) : null}
    </HStack>
  )
}
