import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AuthProvider } from '@/features/auth/auth-provider'
import { ThemeProvider } from '@/ui/provider'
import { Toasts } from '@/ui/toasts'
import { queryClient } from './query-client'

/** What every screen stands on: theme, data, who is signed in, notifications. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        <AuthProvider>{children}</AuthProvider>
        <Toasts />
      </QueryClientProvider>
    </ThemeProvider>
  )
}
