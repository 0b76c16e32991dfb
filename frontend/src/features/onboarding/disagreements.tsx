import { Box, Button, Dialog, Portal, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { dialogSlotRecipe } from '@chakra-ui/react/theme'
import { plural, t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { answerGroups } from '@/entities/application/answers'
import { toBody, type FormValues } from './form-values'
import type { Disagreement } from './use-draft'

interface Told {
  label: string
  value: string | null
}

/** What an answer is called and says, as people read it; of a person, who it is and what is known of them. */
function tell(field: string, values: FormValues): Told | null {
  const groups = answerGroups(toBody(values).body)
  const [, id, part] = /^people\[([^\]]*)\](?:\.(.*))?$/.exec(field) ?? []
  if (id === undefined) return groups.flatMap(({ answers }) => answers).find((answer) => field === answer.field || field.startsWith(`${answer.field}.`)) ?? null
  const place = values.people.findIndex((person) => person.id === id)
  const [person, group] = [values.people[place], groups.filter((one) => one.part === 'people')[place]]
  if (!person || !group) return null
  const joined = (...texts: string[]) => texts.join(' · ')
  if (part === undefined) return { label: group.title, value: joined(group.title, ...group.answers.map(({ value }) => value)) }
  // The name is the title of all other answers.
  if (part === 'fname') return { label: joined(group.title, t`First name`), value: person.fname || null }
  if (part === 'lname') return { label: joined(group.title, t`Last name`), value: person.lname || null }
  const found = group.answers.find((answer) => answer.field === field)
  return found ? { label: joined(group.title, found.label), value: found.value } : null
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
              <Dialog.Title ref={title} tabIndex={-1} outline="none">{t`Which answer do you want to keep?`}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body pb="6">
              <Stack gap="6">
                <Dialog.Description>{plural(all.length, { one: 'This answer was changed here and elsewhere at the same time.', other: 'These answers were changed here and elsewhere at the same time.' })}</Dialog.Description>
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
              aria-label={whose === 'mine' ? t`Keep mine: ${label}` : t`Use the other: ${label}`}
              onClick={() => {
                choose(field, whose)
              }}
            >
              {whose === 'mine' ? <Trans>Keep mine</Trans> : <Trans>Use the other</Trans>}
            </Button>
          </Stack>
        ))}
      </SimpleGrid>
    </Stack>
  )
}
