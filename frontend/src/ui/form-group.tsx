import { Grid, Heading, Stack, Text } from '@chakra-ui/react'
import { useId, type ReactNode } from 'react'

/** As many columns as hold a field; with large letters there is room for one. */
const COLUMNS = 'repeat(auto-fill, minmax(min(100%, 16rem), 1fr))'

interface FormGroupProps {
  title: ReactNode
  /** Which level of heading its place asks for. */
  as?: 'h2' | 'h3'
  /** What belongs here, in a sentence. */
  lead?: ReactNode
  /** Whether the fields stand in one column whatever the width. */
  isSingle?: boolean
  children: ReactNode
}

/** Questions that belong together: what they are about beside them, or above them where there is no room. */
export function FormGroup({ title, as = 'h2', lead, isSingle = false, children }: FormGroupProps) {
  const id = useId()
  return (
    <Grid role="group" aria-labelledby={id} templateColumns={{ base: 'minmax(0, 1fr)', lg: '14rem minmax(0, 1fr)' }} gap={{ base: '4', lg: '8' }} borderTopWidth="1px" pt="6">
      <Stack gap="1">
        <Heading as={as} id={id} textStyle="part">
          {title}
        </Heading>
        {lead ? (
          <Text color="fg.muted" textStyle="label">
            {lead}
          </Text>
        ) : null}
      </Stack>
      <Grid templateColumns={isSingle ? 'minmax(0, 1fr)' : COLUMNS} gap="4" alignItems="start">
        {children}
      </Grid>
    </Grid>
  )
}
