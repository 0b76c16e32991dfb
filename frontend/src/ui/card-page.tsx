import { Box, Container, Heading, Stack, Text } from '@chakra-ui/react'
import { useEffect, type ReactNode } from 'react'

interface CardPageProps {
  title: string
  lead?: ReactNode
  children: ReactNode
}

/** Names the page in the tab, and for a screen reader after each change of address. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Sooner`
  }, [title])
}

/** A screen with one narrow card: signing in and its kin. */
export function CardPage({ title, lead, children }: CardPageProps) {
  useTitle(title)
  return (
    <Container maxW="md" py={{ base: '6', md: '16' }} px="4">
      <Stack gap="6">
        <Box>
          <Heading as="h1" textStyle="pageTitle">
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
    </Container>
  )
}
