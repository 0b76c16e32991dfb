import { Box, Button, Dialog, Portal, Stack, Text } from '@chakra-ui/react'
import { dialogSlotRecipe } from '@chakra-ui/react/theme'
import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { ApiError } from '@/api/client'
import { failure, sentence } from '@/api/errors'
import { useChangeRoles, useHolders, type Operator } from '@/entities/operator/api'
import { operatorRoles, type OperatorRole } from '@/entities/operator/roles'
import { formatInstant } from '@/lib/dates'
import { text } from '@/lib/i18n'
import { useAskBeforeLeaving } from '@/lib/leaving'
import { CheckGroup, useTick } from '@/ui/check'
import { Failure } from '@/ui/failure'
import { MainAction } from '@/ui/main-action'
import { Notice } from '@/ui/notice'
import { Tick } from '@/ui/tick'

/** What came of it, as the page tells it. */
export interface Outcome {
  status: 'success' | 'info' | 'warning'
  title: string
  text: string
}

interface RolesDialogProps {
  operator: Operator
  focusAfter: () => HTMLElement | null
  close: () => void
  end: (outcome: Outcome) => void
}

/** Says what each role lets somebody do, and what will become of the change. */
export function RolesDialog({ operator, focusAfter, close, end }: RolesDialogProps) {
  const { t } = useLingui()
  const change = useChangeRoles()
  const admins = useHolders('manage_operators').names
  // What stood there when it was opened is what is changed.
  const [{ id, name, roles: seen, isYou }] = useState(operator)
  const [roles, setRoles] = useState<string[]>(seen)
  const [asked, setAsked] = useState(false)
  const isSame = roles.length === seen.length && seen.every((role) => roles.includes(role))
  useAskBeforeLeaving(!isSame, t`Roles of ${name}`)
  const others = admins.join(', ')
  const send = () => {
    setAsked(true)
    if (isSame) return
    const wanted = [...operatorRoles.codes].filter((role) => roles.includes(role))
    void change.mutateAsync({ id, roles: wanted, seen }).then(
      (waiting) => {
        if (!waiting) {
          end({ status: 'success', title: t`Roles changed`, text: t`${name}’s new roles are in effect.` })
          return
        }
        const until = formatInstant(waiting.expiresAt)
        end({ status: 'info', title: t`Waiting for a second admin`, text: t`Nothing has changed yet. The other admins were told by e-mail; one of them has to approve before ${until}.` })
      },
      (error: unknown) => {
        const code = error instanceof ApiError ? error.problem?.code : undefined
        const title = t`${name}’s roles weren’t changed`
        if (code === 'approval_pending') end({ status: 'warning', title, text: t`Another change of their roles is already waiting for approval. It has to be decided or withdrawn first.` })
        if (code === 'stale_version') end({ status: 'warning', title, text: t`They have other roles by now. Look at them and change them again if needed.` })
        if (code === 'not_found' || code === 'forbidden') end({ status: 'warning', title, text: sentence(error) })
      },
    )
  }
  return (
    <Dialog.Root
      recipe={dialogSlotRecipe}
      open
      placement="center"
      scrollBehavior="inside"
      size="lg"
      finalFocusEl={focusAfter}
      onOpenChange={({ open }) => {
        if (!open) close()
      }}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title overflowWrap="anywhere">
                <Trans>Change {name}’s roles</Trans>
              </Dialog.Title>
            </Dialog.Header>
            <Dialog.Body tabIndex={0}>
              <Stack gap="5">
                <CheckGroup legend={t`Roles`} help={t`Several are possible. Each adds to what the others let them do.`} value={roles} onChange={setRoles} isAlert error={asked && isSame ? t`Select or clear at least one role.` : undefined}>
                  <Stack gap="3" mt="1">
                    {operatorRoles.codes.map((role) => (
                      <Role key={role} role={role} />
                    ))}
                  </Stack>
                </CheckGroup>
                {roles.length === 0 && seen.length > 0 ? (
                  <Notice status="warning" title={isYou ? t`You lose access` : t`${name} loses access`}>
                    {isYou ? <Trans>Without a role your access to the back office ends, and so do all your sessions.</Trans> : <Trans>Without a role their access to the back office ends, and so do all their sessions.</Trans>}
                  </Notice>
                ) : isYou && seen.includes('admin') && !roles.includes('admin') ? (
                  <Notice status="warning">
                    <Trans>Without the role Admin you can’t change roles any more.</Trans>
                  </Notice>
                ) : null}
                <Text textStyle="label" color="fg.muted" overflowWrap="anywhere">
                  {others ? (
                    <Trans>Where changes take two people, another admin has to approve this: {others}.</Trans>
                  ) : (
                    <Trans>Where changes take two people, another admin has to approve this. At the moment there is no other admin.</Trans>
                  )}
                </Text>
                {change.isError ? <Failure {...failure(change.error)} /> : null}
              </Stack>
            </Dialog.Body>
            <Dialog.Footer flexWrap="wrap">
              <Button variant="ghost" onClick={close}>
                <Trans>Cancel</Trans>
              </Button>
              <MainAction loading={change.isPending} onClick={send}>
                <Trans>Change roles</Trans>
              </MainAction>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}

/** A role with what it lets somebody do. */
function Role({ role }: { role: OperatorRole }) {
  const described = useId()
  const label = operatorRoles.labelOf(role)
  const help = operatorRoles.find(role)?.help
  return (
    <Box as="label" display="flex" alignItems="flex-start" gap="3" minH="11" cursor="pointer">
      <Tick mt="0.5" aria-label={label} aria-describedby={described} {...useTick(role)} />
      <Box minW="0">
        <Text fontWeight="medium">{label}</Text>
        <Text id={described} textStyle="label" color="fg.muted">
          {help ? text(help) : null}
        </Text>
      </Box>
    </Box>
  )
}
