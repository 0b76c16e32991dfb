import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** A key to press. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <chakra.kbd display="inline-grid" placeItems="center" minW="6" h="6" px="1.5" borderWidth="1px" borderColor="border" borderRadius="l1" bg="bg.panel" color="fg.muted" fontFamily="body" fontSize="xs" whiteSpace="nowrap">
      {children}
    </chakra.kbd>
  )
}
