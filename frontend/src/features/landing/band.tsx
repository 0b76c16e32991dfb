import { Box, Container, Heading, Stack, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

interface BandProps {
  id?: string
  title: ReactNode
  lead?: ReactNode
  /** On a ground of its own, so that neighbours are told apart. */
  isTinted?: boolean
  children: ReactNode
}

/** A part of the landing page, from one side of the window to the other. */
export function Band({ id, title, lead, isTinted = false, children }: BandProps) {
  return (
    <Box as="section" {...(id ? { id } : {})} bg={isTinted ? 'bg.muted' : undefined} borderTopWidth={isTinted ? '0' : '1px'} borderColor="border">
      <Container maxW="6xl" py={{ base: '12', md: '20' }} px={{ base: '4', md: '8' }}>
        <Stack gap={{ base: '8', md: '12' }}>
          <Box maxW="2xl">
            <Heading as="h2" fontSize={{ base: '1.75rem', md: '2.25rem' }} lineHeight="1.2">
              {title}
            </Heading>
            {lead ? (
              <Text color="fg.muted" fontSize={{ base: '1rem', md: '1.125rem' }} lineHeight="1.6" mt="3">
                {lead}
              </Text>
            ) : null}
          </Box>
          {children}
        </Stack>
      </Container>
    </Box>
  )
}
