import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '@/api/client'

/** Trying again helps when nothing answered, or the server asked for patience; a refusal stays one. */
function mayRetry(failures: number, error: Error): boolean {
  const passing = error instanceof ApiError && (error.status === null || error.status >= 500)
  return passing && failures < 2
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: mayRetry, staleTime: 10_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})
