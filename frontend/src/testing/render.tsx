import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { AuthProvider } from '@/features/auth/auth-provider'
import { ThemeProvider } from '@/ui/provider'
import { Toasts } from '@/ui/toasts'

/** A screen with everything it stands on, at an address. */
export function renderScreen(screen: ReactNode, path = '/') {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } })
  return render(
    <ThemeProvider>
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[path]}>
          <AuthProvider>{screen}</AuthProvider>
        </MemoryRouter>
        <Toasts />
      </QueryClientProvider>
    </ThemeProvider>,
  )
}
