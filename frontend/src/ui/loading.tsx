import { Container, Skeleton, Stack } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'

/** The shape of a screen that is on its way. */
export function LoadingPage() {
  const { t } = useLingui()
  return (
    <Container maxW="4xl" py="10" px={{ base: '4', md: '6' }} aria-busy="true" data-loading>
      <Stack gap="6" role="status" aria-label={t`Loading`}>
        <Skeleton height="10" width="60%" />
        <Skeleton height="40" />
        <Skeleton height="24" />
      </Stack>
    </Container>
  )
}
