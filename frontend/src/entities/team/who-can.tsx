import { Link, Text } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { Fragment } from 'react'
import { useMembers } from './api'
import { useMay, type Right } from './rights'
import { memberRoles } from './roles'

/** Says who can do what one may not oneself; nothing to whoever may. */
export function WhoCan({ right }: { right: Right }) {
  return useMay(right) ? null : <Others right={right} />
}

function Others({ right }: { right: Right }) {
  const { data: members } = useMembers()
  const others = (members ?? []).filter(({ rights }) => rights.includes(right))
  if (others.length === 0) return null
  return (
    <Text color="fg.muted" textStyle="label" data-who-can={right}>
      <Trans>Your role doesn’t allow this. You can ask:</Trans>{' '}
      {others.map(({ id, name, email, role }, place) => (
        <Fragment key={id}>
          {place > 0 ? ', ' : ''}
          <Link href={`mailto:${email}`} variant="underline">
            {name}
          </Link>{' '}
          ({memberRoles.labelOf(role)})
        </Fragment>
      ))}
    </Text>
  )
}
