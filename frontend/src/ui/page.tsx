import { Box, Card, Container, Heading, Stack, Text } from '@chakra-ui/react'
import { useEffect, type ReactNode } from 'react'

interface PageProps {
  title: string
  /** How wide the work on it is. */
  width?: '4xl' | '8xl'
  lead?: ReactNode
  children: ReactNode
}

/** Names the page in the tab, and for a screen reader after each change of address. */
function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Sooner`
  }, [title])
}

/** A screen as wide as the work on it needs. */
export function Page({ title, lead, width = '4xl', children }: PageProps) {
  useTitle(title)
  return (
    <Container maxW={width} py={{ base: '6', md: '10' }} px={{ base: '4', md: '6' }}>
      <Stack gap="6">
        <Box>
          <Heading as="h1" size={{ base: '2xl', md: '3xl' }}>
            {title}
          </Heading>
          {lead ? (
            <Text color="fg.muted" mt="2" maxW="prose">
              {lead}
            </Text>
          ) : null}
        </Box>
        {children}
      </Stack>
    </Container>
  )
}

/** A screen with one narrow card: signing in and its kin. */
export function CardPage({ title, lead, children }: Omit<PageProps, 'width'>) {
  useTitle(title)
  return (
    <Container maxW="md" py={{ base: '6', md: '12' }} px="4">
      <Panel>
        <Stack gap="6">
          <Box>
            <Heading as="h1" size="2xl">
              {title}
            </Heading>
            {lead ? (
              <Text color="fg.muted" mt="2">
                {lead}
              </Text>
            ) : null}
          </Box>
          {children}
        </Stack>
      </Panel>
    </Container>
  )
}

/** A surface that holds what belongs together. */
export function Panel({ children }: { children: ReactNode }) {
  return (
    <Card.Root bg="bg.panel" borderColor="border" boxShadow="xs">
      <Card.Body p={{ base: '5', md: '6' }}>{children}</Card.Body>
    </Card.Root>
  )
}
