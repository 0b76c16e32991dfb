import { Skeleton } from '@chakra-ui/react'
import { lazy, Suspense } from 'react'
import { BrowserRouter, Navigate, Route, Routes } from 'react-router'
import { useApplication } from '@/api/onboarding'
import { useAuth } from '@/features/auth/auth-provider'
import { paths, start } from '@/lib/paths'
import { LoadingPage } from '@/ui/loading'
import { NotFound } from './not-found'
import { ForGuests, ForOperators, ForSignedIn, ForVerified } from './require-session'
import { Shell } from './shell'

const Landing = lazy(() => import('./landing'))
const SignUp = lazy(() => import('@/features/auth/sign-up'))
const SignIn = lazy(() => import('@/features/auth/sign-in'))
const ForgotPassword = lazy(() => import('@/features/auth/forgot-password'))
const ResetPassword = lazy(() => import('@/features/auth/reset-password'))
const SecondFactor = lazy(() => import('@/features/auth/second-factor'))
const Security = lazy(() => import('@/features/auth/security'))
const VerifyPhone = lazy(() => import('@/features/auth/verify-phone'))
const VerifyEmail = lazy(() => import('@/features/auth/verify-email'))
const Dashboard = lazy(() => import('@/features/dashboard/dashboard'))
const Onboarding = lazy(() => import('@/features/onboarding/onboarding-page'))
const Queue = lazy(() => import('@/features/review/queue-page'))
const Case = lazy(() => import('@/features/review/case-page'))
const Buyers = lazy(async () => ({ default: (await import('@/features/buyers/buyers')).Buyers }))

/** Every screen, each loaded when it is first needed. */
export function Router() {
  return (
    <BrowserRouter>
      <Shell>
        <Suspense fallback={<LoadingPage />}>
          <Routes>
            <Route path={paths.home} element={<Home />} />
            <Route element={<ForGuests />}>
              <Route path={paths.signUp} element={<SignUp />} />
              <Route path={paths.signIn} element={<SignIn />} />
              <Route path={paths.forgotPassword} element={<ForgotPassword />} />
            </Route>
            <Route path={paths.secondFactor} element={<SecondFactor />} />
            {/* A mailed link works whoever is signed in. */}
            <Route path={paths.resetPassword} element={<ResetPassword />} />
            <Route path={paths.verifyEmail} element={<VerifyEmail />} />
            <Route element={<ForSignedIn />}>
              <Route path={paths.verifyPhone} element={<VerifyPhone />} />
              <Route path={paths.dashboard} element={<Dashboard buyers={<SharedBuyers />} />} />
              <Route path={paths.security} element={<Security />} />
              <Route element={<ForOperators />}>
                <Route path={paths.review} element={<Queue />} />
                <Route path={`${paths.review}/:id`} element={<Case />} />
              </Route>
              <Route element={<ForVerified />}>
                <Route path={paths.onboarding} element={<Onboarding buyers={<SharedBuyers />} />} />
              </Route>
            </Route>
            <Route path="*" element={<NotFound />} />
          </Routes>
        </Suspense>
      </Shell>
    </BrowserRouter>
  )
}

/** The one list of buyers, on every screen that shows it. */
function SharedBuyers() {
  const { data: application } = useApplication()
  return (
    <Suspense fallback={<Skeleton height="20" />}>
      <Buyers mayAdd={application?.allowedActions.includes('add_buyers') ?? false} />
    </Suspense>
  )
}

function Home() {
  const { isInitialized, isAuthenticated, user } = useAuth()
  if (!isInitialized) return <LoadingPage />
  return isAuthenticated ? <Navigate to={start(user?.userDetails.role)} replace /> : <Landing />
}
