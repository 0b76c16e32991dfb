import { MutationCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '@/api/client'
import { hearTabs, tellTabs } from '@/api/tabs'

/** Trying again helps when nothing answered, or the server asked for patience; a refusal stays one. */
function mayRetry(failures: number, error: Error): boolean {
  const passing = error instanceof ApiError && (error.status === null || error.status >= 500)
  return passing && failures < 2
}

/** Data as every screen shares it; what one tab changes, the others show. */
export function makeQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    // After a failure too: it may have been done all the same.
    mutationCache: new MutationCache({ onSettled: tellTabs }),
    defaultOptions: {
      queries: { retry: mayRetry, staleTime: 10_000, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  hearTabs(() => void queryClient.invalidateQueries())
  return queryClient
}

export const queryClient = makeQueryClient()
