import { Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { userQuery } from '@/entities/user/me'
import { Empty } from '@/ui/empty'
import { ShieldIcon } from '@/ui/icons'
import { Page } from '@/ui/page'
import { useMyPlace } from './api'
import { WhoCan } from './looks-only'
import { rolesText, type OperatorRight } from './roles'

interface NeedsRightProps {
  title: string
  /** Without one any role will do. */
  right?: OperatorRight
  children: ReactNode
}

/** A screen of the back office for those whose roles let them in; everybody else learns why not, and who can. */
export function NeedsRight({ title, right, children }: NeedsRightProps) {
  const { t } = useLingui()
  const { roles, rights } = useMyPlace()
  const { data } = useQuery({ ...userQuery, enabled: false })
  // Until it is known who is there the screen asks for itself.
  if (!data || (right ? rights.includes(right) : roles.length > 0)) return children
  const mine = rolesText(roles)
  return (
    <Page title={title}>
      <Empty as="h2" icon={<ShieldIcon />} title={roles.length === 0 ? t`You have no role in the back office` : t`Your roles don’t include this`}>
        {roles.length === 0 ? (
          <Trans>Without a role you can’t see or decide anything here. An admin can give you one.</Trans>
        ) : right ? (
          <Text as="span">
            <Trans>Your roles: {mine}.</Trans> <WhoCan right={right} /> <Trans>Admins change roles.</Trans>
          </Text>
        ) : null}
      </Empty>
    </Page>
  )
}
