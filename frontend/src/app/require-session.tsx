import { Navigate, Outlet, useLocation, useSearchParams } from 'react-router'
import { useAuth } from '@/features/auth/auth-provider'
import { afterSignIn, paths, start } from '@/lib/paths'
import { LoadingPage } from '@/ui/loading'

/** A guest who opens a protected address is sent to sign in and, after it, back to where they were going. */
export function ForSignedIn() {
  const { isInitialized, isAuthenticated, awaitsCode, hasSignedOut } = useAuth()
  const { pathname, search, hash } = useLocation()
  if (!isInitialized) return <LoadingPage />
  if (!isAuthenticated && hasSignedOut) return <Navigate to={paths.signIn} replace />
  if (!isAuthenticated) {
    return <Navigate to={`${awaitsCode ? paths.secondFactor : paths.signIn}?next=${encodeURIComponent(pathname + search + hash)}`} replace />
  }
  return <Outlet />
}

/** Sends somebody signed in away from the doors they have passed. */
export function ForGuests() {
  const { isInitialized, isAuthenticated, awaitsCode, afterRegistration, user } = useAuth()
  const [query] = useSearchParams()
  if (!isInitialized) return <LoadingPage />
  if (awaitsCode) return <Navigate to={`${paths.secondFactor}?${query.toString()}`} replace />
  if (isAuthenticated) return <Navigate to={afterRegistration ? paths.verifyPhone : afterSignIn(query.get('next'), user?.userDetails.role)} replace />
  return <Outlet />
}

/** The onboarding form asks for a proven phone and address. */
export function ForVerified() {
  const { user } = useAuth()
  if (user?.userDetails.role === 'operator') return <Navigate to={paths.review} replace />
  if (!user?.userDetails.phoneVerified) return <Navigate to={paths.verifyPhone} replace />
  if (!user.userDetails.emailVerified) return <Navigate to={paths.verifyEmail} replace />
  return <Outlet />
}

/** The back office is the operators'; for everybody else it does not exist. */
export function ForOperators() {
  const { user } = useAuth()
  if (user?.userDetails.role !== 'operator') return <Navigate to={start(user?.userDetails.role)} replace />
  return <Outlet />
}
