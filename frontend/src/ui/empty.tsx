import { Box, Heading, Stack, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

interface EmptyProps {
  /** A drawing of what will be here. */
  icon: ReactNode
  title: ReactNode
  /** Which level of heading its place asks for. */
  as?: 'h2' | 'h3'
  children?: ReactNode
  /** The way to get something here. */
  action?: ReactNode
}

/** A list that is empty says what will be here, and offers the way. */
export function Empty({ icon, title, as = 'h3', children, action }: EmptyProps) {
  return (
    <Stack align="center" textAlign="center" gap="3" py={{ base: '8', md: '12' }} px="4" borderWidth="1px" borderStyle="dashed" borderColor="primary.border" borderRadius="l3">
      <Box bg="bg.muted" color="fg.muted" borderRadius="full" p="3" display="flex">
        {icon}
      </Box>
      <Heading as={as} textStyle="part">
        {title}
      </Heading>
      {children ? (
        <Text color="fg.muted" maxW="prose">
          {children}
        </Text>
      ) : null}
      {action}
    </Stack>
  )
}
