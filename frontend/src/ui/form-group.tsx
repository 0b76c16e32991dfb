import { Grid, Heading, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { useId, type ReactNode } from 'react'

interface FormGroupProps {
  title: ReactNode
  /** What belongs here, in a sentence. */
  lead?: ReactNode
  /** Whether the fields stand in one column whatever the width. */
  isSingle?: boolean
  children: ReactNode
}

/** Questions that belong together: what they are about beside them, or above them where there is no room. */
export function FormGroup({ title, lead, isSingle = false, children }: FormGroupProps) {
  const id = useId()
  return (
    <Grid role="group" aria-labelledby={id} templateColumns={{ base: 'minmax(0, 1fr)', lg: '14rem minmax(0, 1fr)' }} gap={{ base: '4', lg: '8' }} borderTopWidth="1px" pt="6">
      <Stack gap="1">
        <Heading as="h3" id={id} textStyle="part">
          {title}
        </Heading>
        {lead ? (
          <Text color="fg.muted" textStyle="label">
            {lead}
          </Text>
        ) : null}
      </Stack>
      <SimpleGrid columns={{ base: 1, md: isSingle ? 1 : 2 }} gap="4" alignItems="start">
        {children}
      </SimpleGrid>
    </Grid>
  )
}
