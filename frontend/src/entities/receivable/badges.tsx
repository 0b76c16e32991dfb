import { Badge, HStack } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { CodeBadge } from '@/ui/code-badge'
import type { Receivable } from './api'
import { advanceStates, statusesOf } from './statuses'

/** Where an invoice stands, and what else is the matter with it. */
export function ReceivableBadges({ receivable: { kind, status, overdue, disputed, position } }: { receivable: Pick<Receivable, 'kind' | 'status' | 'overdue' | 'disputed' | 'position'> }) {
  const advance = position?.advance
  return (
    <HStack as="span" display="inline-flex" gap="1" wrap="wrap">
      {advance ? <CodeBadge labels={advanceStates} code={advance} /> : <CodeBadge labels={statusesOf(kind)} code={status} />}
      {overdue ? <Badge colorPalette="red"><Trans context="invoice">Overdue</Trans></Badge> : null}
      {disputed ? <Badge colorPalette="red"><Trans context="invoice">Disputed</Trans></Badge> : null}
    </HStack>
  )
}
