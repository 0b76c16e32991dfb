import { Link, Text } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { Fragment } from 'react'
import { useMembers, type Member } from './api'
import { useMay, type Right } from './rights'
import { memberRoles } from './roles'

interface WhoCanProps {
  right: Right
  /** Those of them who really can, where something depends on who did what before; all of them where nothing is said. */
  among?: readonly string[] | undefined
}

/** Says who can do what one may not oneself; nothing to whoever may. */
export function WhoCan({ right, among }: WhoCanProps) {
  return useMay(right) ? null : <Others right={right} among={among} />
}

function Others({ right, among }: WhoCanProps) {
  const { data: members } = useMembers()
  const others = (members ?? []).filter(({ id, rights }) => rights.includes(right) && (among?.includes(id) ?? true))
  if (others.length === 0) return null
  return (
    <Text color="fg.muted" textStyle="label" data-who-can={right}>
      <Trans>Your role doesn’t allow this. You can ask:</Trans> <Named people={others} />
    </Text>
  )
}

/** People by name and role, each with the way to write to them. */
export function Named({ people }: { people: readonly Member[] }) {
  return (
    <>
      {people.map(({ id, name, email, role }, place) => (
        <Fragment key={id}>
          {place > 0 ? ', ' : ''}
          <Link href={`mailto:${email}`} variant="underline">
            {name}
          </Link>{' '}
          ({memberRoles.labelOf(role)})
        </Fragment>
      ))}
    </>
  )
}
