import { Box, Container, Flex, SimpleGrid, Skeleton, Stack } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { createContext, use, type ReactNode } from 'react'

/** What kind of screen is on its way. */
export type Shape = 'article' | 'card' | 'case' | 'dashboard' | 'form' | 'list'

const ShapeContext = createContext<Shape>('article')

/** Says what kind of screen this is, for whichever of its parts has to wait. */
export const LoadingShape = ShapeContext

const Title = ({ hasLead = true }: { hasLead?: boolean }) => (
  <Stack gap="2">
    <Skeleton h="9" w="min(18rem, 60%)" />
    {hasLead ? <Skeleton h="5" w="min(28rem, 85%)" /> : null}
  </Stack>
)

const Field = () => (
  <Stack gap="1.5">
    <Skeleton h="4" w="32" />
    <Skeleton h="11" />
  </Stack>
)

const rows = (count: number, height: string) => Array.from({ length: count }, (_, index) => <Skeleton key={index} h={height} borderRadius="l2" />)

const bodies: Record<Exclude<Shape, 'card'>, ReactNode> = {
  article: (
    <Stack gap="4">
      <Skeleton h="5" />
      <Skeleton h="5" w="92%" />
      <Skeleton h="5" w="75%" />
    </Stack>
  ),
  dashboard: (
    <Stack gap="8">
      <Skeleton h="48" borderRadius="l3" />
      <Stack gap="3">
        <Skeleton h="6" w="40" />
        <Skeleton h="24" borderRadius="l3" />
      </Stack>
    </Stack>
  ),
  form: (
    <Stack gap="6">
      <Skeleton h="3" />
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="5">
        {Array.from({ length: 6 }, (_, index) => (
          <Field key={index} />
        ))}
      </SimpleGrid>
    </Stack>
  ),
  list: (
    <Stack gap="3">
      <Flex gap="2" mb="2">
        <Skeleton h="9" w="24" />
        <Skeleton h="9" w="28" />
        <Skeleton h="9" w="20" />
      </Flex>
      {rows(5, '16')}
    </Stack>
  ),
  case: (
    <SimpleGrid columns={{ base: 1, lg: 2 }} gap="8">
      <Stack gap="4">
        {rows(4, '20')}
      </Stack>
      <Skeleton h={{ base: '16rem', lg: '60vh' }} borderRadius="l3" />
    </SimpleGrid>
  ),
}

/** The shape of a screen that is on its way, as wide as it will be. */
export function LoadingPage() {
  const { t } = useLingui()
  const shape = use(ShapeContext)
  const isCard = shape === 'card'
  const width = isCard ? 'md' : shape === 'list' || shape === 'case' ? '8xl' : '4xl'
  return (
    <Container maxW={width} py={{ base: '6', md: isCard ? '16' : '10' }} px={isCard ? '4' : { base: '4', md: '8' }} aria-busy="true" data-loading>
      <Stack gap={isCard ? '6' : { base: '6', md: '8' }} role="status" aria-label={t`Loading`}>
        <Title hasLead={!isCard} />
        {isCard ? (
          <Stack gap="4">
            <Field />
            <Field />
            <Skeleton h="12" />
          </Stack>
        ) : (
          <Box>{bodies[shape]}</Box>
        )}
      </Stack>
    </Container>
  )
}

/** Until it is known whose places these are. */
export function PlacesOnTheWay() {
  return (
    <Stack gap="4" px="3" pt="2" aria-hidden>
      <Skeleton h="5" w="70%" />
      <Skeleton h="5" w="85%" />
    </Stack>
  )
}
