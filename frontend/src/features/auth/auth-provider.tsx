import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import { ApiError, callOnce } from '@/api/client'
import { useAccountLanguage } from '@/entities/user/language'
import { session } from '@/api/session'
import { fetchMe, userQuery, type Me } from '@/entities/user/me'
import { clearToken, expiresAt, isTokenChange, storedToken, storeToken } from '@/lib/token'

/** What came between a person and what they were doing. */
export type Interruption =
  /** Their session ended; they can sign in again in place. */
  | { kind: 'ended'; me: Me }
  /** In another tab somebody else signed in, and this one follows. */
  | { kind: 'replaced'; was: Me; now: Me }

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
  interruption: Interruption | null
  /** Answers who that is; null where a code is still to come. */
  login: (token: string) => Promise<Me | null>
  register: (token: string) => Promise<void>
  /** Takes a new token for the same person. */
  renew: (token: string) => Promise<void>
  /** Goes on after the session had ended; answers false where a code is still to come. Fails for somebody else. */
  resume: (token: string) => Promise<boolean>
  /** The interruption was taken note of. */
  dismiss: () => void
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

const isSame = (one: Me, other: Me) => one.userDetails.id === other.userDetails.id

/** Who is signed in. The token names the session; who that is, the server says. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient()
  const [token, setToken] = useState(() => {
    const stored = storedToken()
    session.begin(stored)
    return stored
  })
  const [afterRegistration, setAfterRegistration] = useState(false)
  const [hasSignedOut, setHasSignedOut] = useState(false)
  const [interruption, setInterruption] = useState<Interruption | null>(null)
  // A failure at the start leaves the person unauthenticated, without a message; so it is not tried for long.
  const { data, status, error } = useQuery({
    ...userQuery,
    enabled: token !== null,
    retry: false,
    refetchInterval: (query) => (asksForCode(query.state.error) ? false : LOOK_EVERY_MS),
  })
  useAccountLanguage(token === null ? undefined : data)
  const awaitsCode = token !== null && data === undefined && asksForCode(error)

  /** This tab is another person's from now on, or nobody's. */
  const change = useCallback(
    (newToken: string | null) => {
      session.begin(newToken)
      forgetPerson(queryClient)
      setInterruption(null)
      setToken(newToken)
    },
    [queryClient],
  )

  const forget = useCallback(() => {
    clearToken()
    setAfterRegistration(false)
    change(null)
  }, [change])

  /** The session is over. Whoever is at work is asked to sign in again; answers whether there is somebody. */
  const end = useCallback(() => {
    const me = queryClient.getQueryData(userQuery.queryKey)
    if (me) setInterruption((now) => (now?.kind === 'ended' ? now : { kind: 'ended', me }))
    else forget()
    return me !== undefined
  }, [queryClient, forget])

  /** The same person goes on with a new token, and so does what waited for it. */
  const goOn = useCallback(
    async (newToken: string) => {
      session.renew(newToken)
      setInterruption(null)
      setToken(newToken)
      await queryClient.invalidateQueries()
    },
    [queryClient],
  )

  const begin = useCallback(
    async (newToken: string) => {
      storeToken(newToken)
      session.begin(newToken)
      forgetPerson(queryClient)
      let me: Me | null = null
      try {
        me = await queryClient.fetchQuery({ ...userQuery, retry: false })
      } catch (error) {
        if (!asksForCode(error)) {
          clearToken()
          session.begin(null)
          throw error
        }
      }
      setHasSignedOut(false)
      setToken(newToken)
      return me
    },
    [queryClient],
  )

  useEffect(() => session.whenEnded(end), [end])

  useEffect(() => {
    const expiry = token ? expiresAt(token) : null
    if (expiry === null) return undefined
    const timer = setTimeout(() => {
      if (Date.now() >= expiry) end()
    }, Math.min(expiry - Date.now(), LONGEST_TIMER_MS))
    return () => {
      clearTimeout(timer)
    }
  }, [token, end])

  useEffect(() => {
    // Who worked in this tab last.
    let last: Me | undefined
    // Signing in or out in one tab does so in all.
    const follow = async (event: StorageEvent) => {
      if (!isTokenChange(event)) return
      const stored = storedToken()
      last = queryClient.getQueryData(userQuery.queryKey) ?? last
      if (!last || !stored) {
        change(stored)
        if (stored) void queryClient.prefetchQuery({ ...userQuery, retry: false })
        return
      }
      let now: Me
      try {
        now = await fetchMe(stored)
      } catch {
        // A code is still to come, or nobody can be asked: another change will tell.
        return
      }
      if (storedToken() !== stored) return
      if (isSame(last, now) && queryClient.getQueryData(userQuery.queryKey)) {
        await goOn(stored)
        return
      }
      change(stored)
      queryClient.setQueryData(userQuery.queryKey, now)
      if (!isSame(last, now)) setInterruption({ kind: 'replaced', was: last, now })
    }
    const listener = (event: StorageEvent) => void follow(event)
    window.addEventListener('storage', listener)
    return () => {
      window.removeEventListener('storage', listener)
    }
  }, [queryClient, change, goOn])

  const auth = useMemo<Auth>(
    () => ({
      isInitialized: token === null || status !== 'pending',
      isAuthenticated: token !== null && data !== undefined,
      awaitsCode,
      user: token === null ? null : (data ?? null),
      afterRegistration,
      hasSignedOut,
      interruption,
      login: begin,
      register: async (newToken) => {
        await begin(newToken)
        setAfterRegistration(true)
      },
      renew: async (newToken) => {
        storeToken(newToken)
        // The old session may have been refused before the new token came: nobody needs to sign in for that.
        await goOn(newToken)
      },
      resume: async (newToken) => {
        let me: Me
        try {
          me = await fetchMe(newToken)
        } catch (error) {
          if (asksForCode(error)) return false
          throw error
        }
        if (data && !isSame(me, data)) throw new Error('Somebody else signed in')
        storeToken(newToken)
        await goOn(newToken)
        return true
      },
      dismiss: () => {
        setInterruption(null)
      },
      logout: async () => {
        try {
          await callOnce((client) => client.POST('/semi-private/auth/signout'))
        } catch (error) {
          // Without an answer the session lives on at the server until it expires; here it ends all the same.
          if (!(error instanceof ApiError)) throw error
        } finally {
          setHasSignedOut(true)
          forget()
        }
      },
    }),
    [token, status, data, awaitsCode, afterRegistration, hasSignedOut, interruption, begin, goOn, forget],
  )
  return <AuthContext value={auth}>{children}</AuthContext>
}

export function useAuth(): Auth {
  const auth = use(AuthContext)
  if (!auth) throw new Error('Auth context must be use inside AuthProvider')
  return auth
}
