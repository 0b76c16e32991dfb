import { Box } from '@chakra-ui/react'

const LAST = 4

/** A bank account, whole where there is room, else by its last digits. */
export function Account({ of }: { of: string }) {
  const last = of.replaceAll(' ', '').slice(-LAST)
  return (
    <>
      <Box as="span" hideBelow="md">{of}</Box>
      <Box as="span" hideFrom="md">… {last}</Box>
    </>
  )
}
