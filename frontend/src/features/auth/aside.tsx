import { Box, chakra, Flex, Stack, Text } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import type { ReactNode } from 'react'
import { text } from '@/lib/i18n'

/** What comes next, quietly beside a door where there is room; the door itself stays one column. */
export function WithAside({ steps, children }: { steps: readonly MessageDescriptor[]; children: ReactNode }) {
  return (
    <Flex justify="center" maxW="6xl" mx="auto" px={{ lg: '8' }} gap={{ lg: '8' }}>
      <Box flex="1 1 28rem" minW="0">
        {children}
      </Box>
      <Stack as="aside" hideBelow="lg" flex="1 1 28rem" gap="8" my="16" p="12" bg="bg.muted" borderRadius="l3" justify="center" alignSelf="stretch">
        <PaidSooner />
        <Stack as="ol" listStyleType="none" gap="3">
          {steps.map((step, index) => (
            <Flex as="li" key={step.id} gap="3">
              <Text as="span" aria-hidden color="fg.muted">
                {index + 1}
              </Text>
              <Text as="span">{text(step)}</Text>
            </Flex>
          ))}
        </Stack>
      </Stack>
    </Flex>
  )
}

/** An invoice, the long way to its due date, and the short one. */
function PaidSooner() {
  return (
    <chakra.svg viewBox="0 0 320 150" w="full" maxW="md" h="auto" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true" focusable="false">
      <path fill="currentColor" stroke="none" opacity=".1" d="M17 45h34l16 16v52a5 5 0 0 1-5 5H17a5 5 0 0 1-5-5V50a5 5 0 0 1 5-5z" />
      <path d="M17 45h34l16 16v52a5 5 0 0 1-5 5H17a5 5 0 0 1-5-5V50a5 5 0 0 1 5-5zm34 0v16h16" />
      <path opacity=".45" d="M23 67h14M23 79h32M23 89h32M23 99h20" />
      <path opacity=".45" strokeDasharray="2 8" d="M80 112h148" />
      <rect fill="currentColor" stroke="none" opacity=".1" x="242" y="86" width="56" height="50" rx="6" />
      <rect x="242" y="86" width="56" height="50" rx="6" />
      <path d="M242 101h56M257 81v10M283 81v10" />
      <path opacity=".45" strokeWidth="4" d="M254 112h0M266 112h0M278 112h0M254 123h0M266 123h0" />
      <path d="M80 72c22-32 42-38 66-38m-8-7 8 7-8 7" />
      <circle fill="currentColor" stroke="none" opacity=".1" cx="182" cy="34" r="24" />
      <circle cx="182" cy="34" r="24" />
      <path d="M189 26a10 10 0 1 0 0 16M170 31h13M170 37h13" />
    </chakra.svg>
  )
}
