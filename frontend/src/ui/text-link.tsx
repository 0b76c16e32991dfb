import { Link as ChakraLink } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Link } from '@/lib/navigation'

/** A link in a sentence. */
export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <ChakraLink asChild variant="underline" colorPalette="secondary">
      <Link to={to}>{children}</Link>
    </ChakraLink>
  )
}
