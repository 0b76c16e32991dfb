import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AuthProvider } from '@/features/auth/auth-provider'
import { i18n } from '@/lib/i18n'
import { LeaveGuard } from '@/ui/leave-guard'
import { ThemeProvider } from '@/ui/provider'
import { Toasts } from '@/ui/toasts'
import { queryClient } from './query-client'

/** What every screen stands on: language, theme, data, who is signed in, notifications. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <I18nProvider i18n={i18n}>
      <ThemeProvider>
        <QueryClientProvider client={queryClient}>
          <AuthProvider>
            <LeaveGuard>{children}</LeaveGuard>
          </AuthProvider>
          <Toasts />
        </QueryClientProvider>
      </ThemeProvider>
    </I18nProvider>
  )
}
