import { Box, chakra, Dialog, Flex, Portal, Text, VisuallyHidden } from '@chakra-ui/react'
import { dialogSlotRecipe } from '@chakra-ui/react/theme'
import { useEffect, useId, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { SearchIcon } from './icons'

/** Something that can be found and done. */
export interface Command {
  id: string
  label: string
  /** What tells it from others of its name. */
  hint?: string | undefined
  icon: ComponentType
  run: () => void
}

export interface CommandGroup {
  title: string
  commands: Command[]
}

interface PaletteProps {
  label: string
  placeholder: string
  value: string
  change: (value: string) => void
  groups: CommandGroup[]
  /** What is said beneath what was found: that nothing was, or that something is still looked for. */
  said: string
  close: () => void
  foot?: ReactNode
}

/** A field over the screen, and beneath it what can be done with what is typed. Arrows choose, Enter does it, Escape leaves. */
export function Palette({ label, placeholder, value, change, groups, said, close, foot }: PaletteProps) {
  const list = useId()
  const input = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const all = groups.flatMap(({ commands }) => commands)
  const [chosen, setChosen] = useState<string | null>(null)
  // What is found changes while one types: then the first is chosen again.
  const place = Math.max(0, all.findIndex(({ id }) => id === chosen))
  const active = all[place]
  const optionId = (id: string) => `${list}-${id}`
  useEffect(() => {
    if (active) box.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const move = (to: number) => {
    const next = all[(to + all.length) % all.length]
    if (next) setChosen(next.id)
  }
  const run = (command: Command | undefined) => {
    if (!command) return
    close()
    command.run()
  }
  return (
    <Dialog.Root
      recipe={dialogSlotRecipe}
      open
      placement="top"
      initialFocusEl={() => input.current}
      onOpenChange={({ open }) => {
        if (!open) close()
      }}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4" pt={{ base: '4', md: '12vh' }}>
          <Dialog.Content aria-label={label} aria-labelledby={undefined} maxW="40rem" my="0" overflow="hidden" bg="bg.panel">
            <Flex align="center" gap="3" px="4" borderBottomWidth="1px" borderColor="border" color="fg.muted">
              <SearchIcon />
              <chakra.input
                ref={input}
                role="combobox"
                aria-label={label}
                aria-expanded
                aria-controls={list}
                aria-autocomplete="list"
                aria-activedescendant={active ? optionId(active.id) : undefined}
                autoComplete="off"
                spellCheck={false}
                maxLength={200}
                enterKeyHint="go"
                flex="1"
                minW="0"
                h="14"
                bg="transparent"
                color="fg"
                outline="none"
                fontSize="1rem"
                _placeholder={{ color: 'fg.muted' }}
                placeholder={placeholder}
                value={value}
                onChange={(event) => {
                  change(event.target.value)
                  setChosen(null)
                }}
                onKeyDown={(event) => {
                  if (event.nativeEvent.isComposing) return
                  const moves: Record<string, number> = { ArrowDown: place + 1, ArrowUp: place - 1, PageDown: Math.min(place + 5, all.length - 1), PageUp: Math.max(place - 5, 0) }
                  const to = moves[event.key]
                  if (to !== undefined) move(to)
                  else if (event.key === 'Enter') run(active)
                  else return
                  event.preventDefault()
                }}
              />
            </Flex>
            <Box ref={box} id={list} role="listbox" aria-label={label} maxH="min(24rem, 60dvh)" overflowY="auto" p={all.length > 0 ? '2' : '0'}>
              {groups.map(({ title, commands }, index) =>
                commands.length > 0 ? (
                  <Box key={title} role="group" aria-labelledby={`${list}-group-${index}`} pb="2">
                    <Text id={`${list}-group-${index}`} px="3" py="1.5" fontSize="xs" color="fg.muted">
                      {title}
                    </Text>
                    {commands.map((command) => (
                      <Option key={command.id} id={optionId(command.id)} command={command} isChosen={command === active} choose={setChosen} run={run} />
                    ))}
                  </Box>
                ) : null,
              )}
            </Box>
            {said && all.length === 0 ? (
              <Text px="4" py="8" textAlign="center" color="fg.muted">
                {said}
              </Text>
            ) : null}
            <VisuallyHidden role="status">{said}</VisuallyHidden>
            {foot ? (
              <Flex gap="4" px="4" py="2" borderTopWidth="1px" borderColor="border" fontSize="xs" color="fg.muted" wrap="wrap" hideBelow="md">
                {foot}
              </Flex>
            ) : null}
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}

interface OptionProps {
  id: string
  command: Command
  isChosen: boolean
  choose: (id: string) => void
  run: (command: Command) => void
}

function Option({ id, command, isChosen, choose, run }: OptionProps) {
  const { label, hint, icon: Icon } = command
  return (
    <Flex
      id={id}
      role="option"
      aria-selected={isChosen}
      align="center"
      gap="3"
      px="3"
      minH="11"
      py="1.5"
      borderRadius="l2"
      cursor="pointer"
      color="fg.muted"
      _selected={{ bg: 'bg.muted' }}
      onPointerMove={() => {
        if (!isChosen) choose(command.id)
      }}
      onClick={() => {
        run(command)
      }}
    >
      <Icon />
      <Text as="span" color="fg" truncate title={label}>
        {label}
      </Text>
      {hint ? (
        <Text as="span" textStyle="label" ms="auto" ps="3" truncate flexShrink="2" title={hint}>
          {hint}
        </Text>
      ) : null}
    </Flex>
  )
}
