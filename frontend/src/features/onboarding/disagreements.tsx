import { Box, Button, Dialog, Portal, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { dialogSlotRecipe } from '@chakra-ui/react/theme'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { answerGroups } from '@/lib/answers'
import { toBody, type FormValues } from './form-values'
import type { Disagreement } from './use-draft'

interface Told {
  label: string
  value: string | null
}

/** What an answer is called and says, as people read it; of a person, who it is. */
function tell(field: string, values: FormValues): Told | null {
  const groups = answerGroups(toBody(values).body)
  const id = /^people\[([^\]]*)\]/.exec(field)?.[1]
  if (field.endsWith(']')) {
    const place = values.people.findIndex((person) => person.id === id)
    const group = groups.filter(({ part }) => part === 'people')[place]
    return group ? { label: group.title, value: group.title } : null
  }
  const found = groups.flatMap(({ answers }) => answers).find((answer) => field === answer.field || field.startsWith(`${answer.field}.`))
  return found ?? null
}

/** Answers that were changed here and elsewhere at once: the person sees both and chooses. */
export function Disagreements({ all, choose }: { all: Disagreement[]; choose: (field: string, whose: 'mine' | 'theirs') => void }) {
  const { t } = useLingui()
  const title = useRef<HTMLHeadingElement>(null)
  if (all.length === 0) return null
  return (
    <Dialog.Root recipe={dialogSlotRecipe} open placement="center" scrollBehavior="inside" closeOnEscape={false} closeOnInteractOutside={false} initialFocusEl={() => title.current}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content>
            <Dialog.Header>
              {/* Not on a button: whoever is in the middle of typing would press it. */}
              <Dialog.Title ref={title} tabIndex={-1} outline="none">{t`Which answer should stay?`}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body pb="6">
              <Stack gap="6">
                <Dialog.Description>{plural(all.length, { one: 'This answer was changed here and in another place at the same time.', other: 'These answers were changed here and in another place at the same time.' })}</Dialog.Description>
                {all.map((one) => (
                  <Choice key={one.field} one={one} choose={choose} />
                ))}
              </Stack>
            </Dialog.Body>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}

function Choice({ one: { field, mine, theirs }, choose }: { one: Disagreement; choose: (field: string, whose: 'mine' | 'theirs') => void }) {
  const { t } = useLingui()
  const [here, there] = [tell(field, mine), tell(field, theirs)]
  const label = here?.label ?? there?.label ?? field
  const isPerson = field.endsWith(']')
  const blank = isPerson ? t`Removed` : t`Left blank`
  return (
    <Stack as="section" aria-label={label} gap="3">
      <Text>{label}</Text>
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="3">
        {([['mine', t`Typed here`, here], ['theirs', t`Saved elsewhere`, there]] as const).map(([whose, title, told]) => (
          <Stack key={whose} gap="3" p="4" borderWidth="1px" borderRadius="l2" justify="space-between">
            <Box minW="0">
              <Text fontSize="sm" color="fg.muted">
                {title}
              </Text>
              <Text overflowWrap="anywhere">{told?.value ?? blank}</Text>
            </Box>
            <Button
              variant={whose === 'mine' ? 'solid' : 'outline'}
              aria-label={whose === 'mine' ? t`Keep mine: ${label}` : t`Take the other: ${label}`}
              onClick={() => {
                choose(field, whose)
              }}
            >
              {whose === 'mine' ? <Trans>Keep mine</Trans> : <Trans>Take the other</Trans>}
            </Button>
          </Stack>
        ))}
      </SimpleGrid>
    </Stack>
  )
}
