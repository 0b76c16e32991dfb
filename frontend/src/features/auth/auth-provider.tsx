import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import { ApiError, call, whenUnauthenticated } from '@/api/client'
import { userQuery, type Me } from '@/api/user'
import { forgetSeenStatus } from '@/lib/seen-status'
import { clearToken, expiresAt, isTokenChange, storedToken, storeToken } from '@/lib/token'

interface Auth {
  /** Whether it is known yet who is there. */
  isInitialized: boolean
  isAuthenticated: boolean
  /** The password was right; the second factor's code is still to come. */
  awaitsCode: boolean
  user: Me | null
  /** Whether this session began with signing up, so that verifying comes next. */
  afterRegistration: boolean
  /** Whether the last session was ended here, on purpose: then there is nowhere to come back to. */
  hasSignedOut: boolean
  /** Answers who that is; null where a code is still to come. */
  login: (token: string) => Promise<Me | null>
  register: (token: string) => Promise<void>
  /** Takes a new token for the same person. */
  renew: (token: string) => Promise<void>
  logout: () => Promise<void>
}

const AuthContext = createContext<Auth | null>(null)
/** The onboarding status changes without the person: how soon they see it. */
const LOOK_EVERY_MS = 10_000
/** Timers cannot wait longer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Whether the server knows the person and waits for a code. */
function asksForCode(error: unknown): boolean {
  return error instanceof ApiError && error.problem?.code === 'second_factor_required'
}

/** Empties the cache of what one person may see. Who is in is reset, not removed: screens are looking at it. */
function forgetPerson(queryClient: QueryClient) {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== userQuery.queryKey[0] })
  queryClient.getQueryCache().find({ queryKey: userQuery.queryKey })?.reset()
}

/** Who is signed in. The token names the session; who that is, the server says. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient()
  const [token, setToken] = useState(storedToken)
  const [afterRegistration, setAfterRegistration] = useState(false)
  const [hasSignedOut, setHasSignedOut] = useState(false)
  // A failure at the start leaves the person unauthenticated, without a message; so it is not tried for long.
  const { data, status, error } = useQuery({
    ...userQuery,
    enabled: token !== null,
    retry: false,
    refetchInterval: (query) => (asksForCode(query.state.error) ? false : LOOK_EVERY_MS),
  })
  const awaitsCode = token !== null && data === undefined && asksForCode(error)

  const forget = useCallback(() => {
    clearToken()
    setToken(null)
    setAfterRegistration(false)
    forgetPerson(queryClient)
  }, [queryClient])

  const begin = useCallback(
    async (newToken: string) => {
      storeToken(newToken)
      forgetSeenStatus()
      forgetPerson(queryClient)
      let me: Me | null = null
      try {
        me = await queryClient.fetchQuery({ ...userQuery, retry: false })
      } catch (error) {
        if (!asksForCode(error)) {
          clearToken()
          throw error
        }
      }
      setHasSignedOut(false)
      setToken(newToken)
      return me
    },
    [queryClient],
  )

  useEffect(() => {
    whenUnauthenticated(forget)
  }, [forget])

  useEffect(() => {
    const expiry = token ? expiresAt(token) : null
    if (expiry === null) return undefined
    const timer = setTimeout(forget, Math.min(expiry - Date.now(), LONGEST_TIMER_MS))
    return () => {
      clearTimeout(timer)
    }
  }, [token, forget])

  useEffect(() => {
    // Signing in or out in one tab does so in all.
    const follow = (event: StorageEvent) => {
      if (!isTokenChange(event)) return
      forgetPerson(queryClient)
      setToken(storedToken())
    }
    window.addEventListener('storage', follow)
    return () => {
      window.removeEventListener('storage', follow)
    }
  }, [queryClient])

  const auth = useMemo<Auth>(
    () => ({
      isInitialized: token === null || status !== 'pending',
      isAuthenticated: token !== null && data !== undefined,
      awaitsCode,
      user: token === null ? null : (data ?? null),
      afterRegistration,
      hasSignedOut,
      login: begin,
      register: async (newToken) => {
        await begin(newToken)
        setAfterRegistration(true)
      },
      renew: async (newToken) => {
        storeToken(newToken)
        setToken(newToken)
        await queryClient.invalidateQueries({ queryKey: userQuery.queryKey })
      },
      logout: async () => {
        try {
          await call((client) => client.POST('/semi-private/auth/signout'))
        } catch (error) {
          // Without an answer the session lives on at the server until it expires; here it ends all the same.
          if (!(error instanceof ApiError)) throw error
        } finally {
          setHasSignedOut(true)
          forget()
        }
      },
    }),
    [token, status, data, awaitsCode, afterRegistration, hasSignedOut, begin, forget, queryClient],
  )
  return <AuthContext value={auth}>{children}</AuthContext>
}

export function useAuth(): Auth {
  const auth = use(AuthContext)
  if (!auth) throw new Error('Auth context must be use inside AuthProvider')
  return auth
}
