import { Badge, HStack } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { CodeBadge } from '@/ui/code-badge'
import type { Receivable } from './api'
import { changedByChecks, standingOf } from './statuses'

/** Where an invoice stands, and what else is the matter with it. */
export function ReceivableBadges({ receivable }: { receivable: Pick<Receivable, 'kind' | 'status' | 'listedAs' | 'overdue' | 'disputed' | 'position'> }) {
  const { overdue, disputed } = receivable
  const changed = changedByChecks(receivable)
  return (
    <HStack as="span" display="inline-flex" gap="1" wrap="wrap">
      <CodeBadge {...standingOf(receivable)} />
      {changed ? <Badge colorPalette={changed.palette}>{changed.label}</Badge> : null}
      {overdue ? <Badge colorPalette="red"><Trans context="invoice">Overdue</Trans></Badge> : null}
      {disputed ? <Badge colorPalette="red"><Trans context="invoice">Disputed</Trans></Badge> : null}
    </HStack>
  )
}
