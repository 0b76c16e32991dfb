import { Box, Button, Dialog, Flex, Heading, HStack, Portal, Stack, Text } from '@chakra-ui/react'
import { dialogSlotRecipe } from '@chakra-ui/react/theme'
import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { text } from '@/lib/i18n'
import { Kbd } from '@/ui/kbd'
import { cap, heldKey, jumpKey, keys, searchKey, singleKeys } from '@/ui/keys'
import { CheckBox } from '@/ui/tick'
import type { Frame } from './places'

/** What keys do where a receipt is explained. */
const matchingKeys = () => [
  { press: [cap(keys.suggestion.press)], does: text(keys.suggestion.does) },
  { press: [cap(keys.next.press)], does: t`Next receipt` },
  { press: [cap(keys.previous.press)], does: t`Previous receipt` },
  { press: [cap(keys.back.press)], does: text(keys.back.does) },
]

/** Every key there is, from the tables that make them work. */
export default function KeyList({ area, jumps, close }: Pick<Frame, 'area' | 'jumps'> & { close: () => void }) {
  const { t } = useLingui()
  const button = useRef<HTMLButtonElement>(null)
  const isOn = singleKeys.use() === 'on'
  const groups = [
    {
      title: t`Anywhere`,
      rows: [
        { press: [heldKey(), cap(searchKey.press)], does: text(searchKey.does), isAlways: true },
        { press: [cap(keys.help.press)], does: text(keys.help.does) },
        ...jumps.map(({ key, label }) => ({ press: [cap(jumpKey), cap(key)], does: t`Go to ${label}` })),
      ],
    },
    { title: t`In lists`, rows: [keys.next, keys.previous].map(({ press, does }) => ({ press: [cap(press)], does: text(does) })) },
    ...(area === 'office' ? [{ title: t`Matching receipts`, rows: matchingKeys() }] : []),
  ]
  return (
    <Dialog.Root
      recipe={dialogSlotRecipe}
      open
      placement="center"
      scrollBehavior="inside"
      initialFocusEl={() => button.current}
      onOpenChange={({ open }) => {
        if (!open) close()
      }}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content bg="bg.panel">
            <Dialog.Header>
              <Dialog.Title>
                <Trans>Keyboard shortcuts</Trans>
              </Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>
              <Stack gap="6">
                {groups.map(({ title, rows }) => (
                  <Box key={title}>
                    <Heading as="h3" textStyle="label" color="fg.muted" mb="1">
                      {title}
                    </Heading>
                    <Stack as="dl" gap="0">
                      {rows.map(({ press, does, ...row }) => (
                        <Flex key={does} justify="space-between" align="center" gap="4" minH="10" color={isOn || 'isAlways' in row ? 'fg' : 'fg.muted'}>
                          <Text as="dt">{does}</Text>
                          <HStack as="dd" gap="1" flexShrink="0">
                            {press.map((key) => (
                              <Kbd key={key}>{key}</Kbd>
                            ))}
                          </HStack>
                        </Flex>
                      ))}
                    </Stack>
                  </Box>
                ))}
                <CheckBox
                  checked={isOn}
                  onChange={(event) => {
                    singleKeys.set(event.currentTarget.checked ? 'on' : 'off')
                  }}
                >
                  <Trans>Use shortcuts of single keys on this device</Trans>
                </CheckBox>
              </Stack>
            </Dialog.Body>
            <Dialog.Footer>
              <Button ref={button} onClick={close}>
                <Trans>Close</Trans>
              </Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}
