import { Box, Container, Flex, Heading, Stack, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useTitle } from './card-page'

interface PageProps {
  title: string
  /** How wide the work on it is: a form reads best in one column, tables and cases take what there is. */
  width?: '4xl' | '8xl'
  lead?: ReactNode
  /** What can be done about the whole page; the most important one last. */
  actions?: ReactNode
  children: ReactNode
}

/** A screen as wide as the work on it needs. */
export function Page({ title, lead, actions, width = '4xl', children }: PageProps) {
  useTitle(title)
  return (
    <Container maxW={width} py={{ base: '6', md: '10' }} px={{ base: '4', md: '8' }}>
      <Stack gap={{ base: '6', md: '8' }}>
        <Flex justify="space-between" align="flex-start" wrap="wrap" gap="4">
          <Box minW="0" flex="1 1 20rem">
            <Heading as="h1" textStyle="pageTitle" overflowWrap="anywhere">
              {title}
            </Heading>
            {lead ? (
              <Text color="fg.muted" mt="1" maxW="prose">
                {lead}
              </Text>
            ) : null}
          </Box>
          {actions ? (
            <Flex gap="2" wrap="wrap">
              {actions}
            </Flex>
          ) : null}
        </Flex>
        {children}
      </Stack>
    </Container>
  )
}

interface SectionProps {
  /** Without one it belongs to the title of the page. */
  title?: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A part of a page. Parts are told apart by space and a rule, not by a card around each. */
export function Section({ title, lead, actions, children }: SectionProps) {
  return (
    <Box as="section" borderTopWidth="1px" borderColor="border" pt={{ base: '5', md: '6' }}>
      <Stack gap="5">
        {title || actions ? (
          <Flex justify="space-between" align="center" wrap="wrap" gap="3">
            {title ? (
              <Box minW="0">
                <Heading as="h2" textStyle="section">
                  {title}
                </Heading>
                {lead ? (
                  <Text color="fg.muted" mt="1">
                    {lead}
                  </Text>
                ) : null}
              </Box>
            ) : null}
            {actions ? (
              <Flex gap="2" wrap="wrap">
                {actions}
              </Flex>
            ) : null}
          </Flex>
        ) : null}
        {children}
      </Stack>
    </Box>
  )
}

/** A surface of its own, for what is chosen or set apart from the flow of a page; a part of a page is a `Section`. */
export function Panel({ children }: { children: ReactNode }) {
  return (
    <Box bg="bg.panel" borderWidth="1px" borderRadius="l3" p={{ base: '5', md: '6' }}>
      {children}
    </Box>
  )
}
