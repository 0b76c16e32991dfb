import type { ReactNode } from 'react'
import { useAuth } from '@/features/auth/auth-provider'
import { Redirect, useHash, usePathname, useQuery } from '@/lib/navigation'
import { afterSignIn, paths, start } from '@/lib/paths'
import { LoadingPage } from '@/ui/loading'

/** A guest who opens a protected address is sent to sign in and, after it, back to where they were going. */
export function ForSignedIn({ children }: { children: ReactNode }) {
  const { isInitialized, isAuthenticated, awaitsCode, hasSignedOut } = useAuth()
  const pathname = usePathname()
  const [query] = useQuery()
  const hash = useHash()
  if (!isInitialized) return <LoadingPage />
  if (!isAuthenticated && hasSignedOut) return <Redirect to={paths.signIn} replace />
  if (!isAuthenticated) {
    const here = `${pathname}${query.size > 0 ? `?${query}` : ''}${hash}`
    return <Redirect to={`${awaitsCode ? paths.secondFactor : paths.signIn}?next=${encodeURIComponent(here)}`} replace />
  }
  return children
}

/** Sends somebody signed in away from the doors they have passed. */
export function ForGuests({ children }: { children: ReactNode }) {
  const { isInitialized, isAuthenticated, awaitsCode, afterRegistration, user } = useAuth()
  const [query] = useQuery()
  if (!isInitialized) return <LoadingPage />
  if (awaitsCode) return <Redirect to={`${paths.secondFactor}?${query}`} replace />
  if (isAuthenticated) return <Redirect to={afterRegistration ? paths.verifyPhone : afterSignIn(query.get('next'), user)} replace />
  return children
}

/** The onboarding form asks for a proven phone and address. */
export function ForVerified({ children }: { children: ReactNode }) {
  const { user } = useAuth()
  if (user?.userDetails.role === 'operator') return <Redirect to={start(user)} replace />
  if (!user?.userDetails.phoneVerified) return <Redirect to={paths.verifyPhone} replace />
  if (!user.userDetails.emailVerified) return <Redirect to={paths.verifyEmail} replace />
  return children
}

/** The back office is the operators'; for everybody else it does not exist. */
export function ForOperators({ children }: { children: ReactNode }) {
  const { user } = useAuth()
  if (user?.userDetails.role !== 'operator') return <Redirect to={start(user)} replace />
  return children
}
