import { Text } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useHolders, useLooksOnly, useMyPlace } from './api'
import { operatorRoles, rolesText, type OperatorRight } from './roles'

/** Names who can do what one may not oneself: by name where one may know, else by their role. */
export function WhoCan({ right }: { right: OperatorRight }): ReactNode {
  const { role, names } = useHolders(right)
  const who = names.join(', ')
  const called = operatorRoles.labelOf(role)
  return who ? <Trans>Who can: {who}.</Trans> : <Trans>Who can: operators with the role {called}.</Trans>
}

/** Beside what one may only look at: why, and who decides. Nothing for those who may. */
export function LooksOnly({ right }: { right: OperatorRight }) {
  const { roles } = useMyPlace()
  if (!useLooksOnly(right)) return null
  const mine = rolesText(roles)
  return (
    <Text textStyle="label" color="fg.muted" overflowWrap="anywhere">
      <Trans>You can look but not decide. Your roles: {mine}.</Trans> <WhoCan right={right} />
    </Text>
  )
}
