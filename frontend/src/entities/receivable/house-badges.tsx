import { Badge, HStack } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { CodeBadge } from '@/ui/code-badge'
import type { Examined } from './house'
import { houseStandingOf } from './house-labels'
import { changedByChecks } from './statuses'

/** What else is the matter with a receivable, in words and not by colour alone. */
export function Flags({ receivable }: { receivable: Examined }) {
  const { hold, dispute, overdue, debtorState } = receivable
  const changed = changedByChecks(receivable)
  return (
    <>
      {changed ? <Badge colorPalette={changed.palette}>{changed.label}</Badge> : null}
      {hold ? <Badge colorPalette="orange"><Trans context="receivable">On hold</Trans></Badge> : null}
      {dispute && !dispute.end ? <Badge colorPalette="red"><Trans context="receivable">Disputed</Trans></Badge> : null}
      {overdue ? <Badge colorPalette="red"><Trans context="receivable">Overdue</Trans></Badge> : null}
      {debtorState === 'blocked' ? <Badge colorPalette="red"><Trans>Debtor blocked</Trans></Badge> : null}
      {debtorState === 'watch' ? <Badge colorPalette="orange"><Trans>Debtor on watch</Trans></Badge> : null}
    </>
  )
}

/** Where a receivable stands, with its flags. */
export function Standing({ receivable }: { receivable: Examined }) {
  return (
    <HStack as="span" display="inline-flex" gap="1" wrap="wrap">
      <CodeBadge {...houseStandingOf(receivable)} />
      <Flags receivable={receivable} />
    </HStack>
  )
}
