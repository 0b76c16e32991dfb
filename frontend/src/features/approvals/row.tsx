import { Box, Grid, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** What a change consists of, one under the other. */
export function List({ children }: { children: ReactNode }) {
  return (
    <Box as="dl" display="grid" rowGap="2">
      {children}
    </Box>
  )
}

export function Row({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', sm: '9rem minmax(0, 1fr)' }} columnGap="4" rowGap="0.5" alignItems="baseline">
      <Text as="dt" textStyle="label" color="fg.muted">
        {title}
      </Text>
      <Box as="dd">{children}</Box>
    </Grid>
  )
}
