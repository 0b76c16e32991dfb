import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { AuthProvider } from '@/features/auth/auth-provider'
import { i18n } from '@/lib/i18n'
import { LeaveGuard } from '@/ui/leave-guard'
import { ThemeProvider } from '@/ui/provider'
import { Toasts } from '@/ui/toasts'
import { asScreensGo } from './begun'

const clients = new Set<QueryClient>()
asScreensGo(() => {
  for (const client of clients) client.clear()
  clients.clear()
})

/** A screen with everything it stands on, at an address. */
export function renderScreen(screen: ReactNode, path = '/') {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } })
  clients.add(client)
  const rendered = render(
    <I18nProvider i18n={i18n}>
      <ThemeProvider>
        <QueryClientProvider client={client}>
          <Router hook={memoryLocation({ path }).hook}>
            <AuthProvider>
              <LeaveGuard>{screen}</LeaveGuard>
            </AuthProvider>
          </Router>
          <Toasts />
        </QueryClientProvider>
      </ThemeProvider>
    </I18nProvider>,
  )
  return { ...rendered, client }
}
