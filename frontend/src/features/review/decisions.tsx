import { Button, HStack } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useState } from 'react'
import { text } from '@/lib/i18n'
import type { AllowedReview, Case } from './api'
import { ApproveDialog, DisapproveDialog, DocumentsDialog } from './decision-dialogs'

type Move = Extract<AllowedReview, 'approve' | 'disapprove' | 'request_documents' | 'reopen'>

const buttons: { move: Move; label: MessageDescriptor; variant: 'solid' | 'outline' }[] = [
  { move: 'approve', label: msg`Approve…`, variant: 'solid' },
  { move: 'request_documents', label: msg`Ask for documents…`, variant: 'outline' },
  { move: 'disapprove', label: msg`Disapprove…`, variant: 'outline' },
  { move: 'reopen', label: msg`Reopen…`, variant: 'outline' },
]

interface DecisionsProps {
  found: Case
  /** Looks whether the case changed meanwhile, and says so. */
  failed: (error: unknown) => boolean
  begun: () => void
}

/** What can be decided now; each explains itself before it is final. */
export function Decisions({ found, failed, begun }: DecisionsProps) {
  const [open, setOpen] = useState<Move | null>(null)
  const possible = buttons.filter(({ move }) => found.allowedActions.includes(move))
  if (possible.length === 0 && !open) return null
  const close = () => {
    setOpen(null)
  }
  const props = { found, failed, close }
  return (
    <HStack wrap="wrap" gap="3">
      {possible.map(({ move, label, variant }) => (
        <Button
          key={move}
          variant={variant}
          onClick={() => {
            begun()
            setOpen(move)
          }}
        >
          {text(label)}
        </Button>
      ))}
      {open === 'approve' ? <ApproveDialog {...props} /> : null}
      {open === 'disapprove' ? <DisapproveDialog {...props} /> : null}
      {open === 'request_documents' || open === 'reopen' ? <DocumentsDialog {...props} action={open} /> : null}
    </HStack>
  )
}
