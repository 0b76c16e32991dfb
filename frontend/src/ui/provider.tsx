import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { ChakraProvider } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { cspNonce } from '@/lib/csp-nonce'
import { system } from './theme'

const cache = createCache({ key: 'css', nonce: cspNonce() })

/** The theme, with styles that the content security policy lets in. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <CacheProvider value={cache}>
      <ChakraProvider value={system}>{children}</ChakraProvider>
    </CacheProvider>
  )
}
