import { Skeleton } from '@chakra-ui/react'
import { lazy, Suspense, type ReactNode } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useAuth } from '@/features/auth/auth-provider'
import { withTexts } from '@/lib/i18n'
import { Redirect, Route, Switch, usePathname } from '@/lib/navigation'
import { paths, start } from '@/lib/paths'
import { LoadingPage, LoadingShape, type Shape } from '@/ui/loading'
import { BrokenScreen } from './broken-screen'
import { ForGuests, ForOperators, ForSignedIn, ForVerified } from './require-session'
import { Shell } from './shell'

const NotFound = lazy(() => import('./not-found'))
const Landing = lazy(() => import('./landing'))
const Glossary = lazy(() => import('./glossary'))
const SignUp = lazy(() => import('@/features/auth/sign-up'))
const SignIn = lazy(() => import('@/features/auth/sign-in'))
const ForgotPassword = lazy(() => import('@/features/auth/forgot-password'))
const ResetPassword = lazy(() => import('@/features/auth/reset-password'))
const Invitation = lazy(() => import('@/features/auth/invitation'))
const SecondFactor = lazy(() => import('@/features/auth/second-factor'))
const Security = lazy(() => import('@/features/auth/security'))
const VerifyPhone = lazy(() => import('@/features/auth/verify-phone'))
const VerifyEmail = lazy(() => import('@/features/auth/verify-email'))
const Dashboard = lazy(() => withTexts('company', () => import('@/features/dashboard/dashboard')))
const Onboarding = lazy(() => withTexts('company', () => import('@/features/onboarding/onboarding-page')))
const BuyersPage = lazy(() => withTexts('company', () => import('@/features/buyers/buyers-page')))
const Company = lazy(() => withTexts('company', () => import('@/features/company/company-page')))
const Queue = lazy(() => withTexts('review', () => import('@/features/review/queue-page')))
const Approvals = lazy(() => withTexts('review', () => import('@/features/approvals/approvals-page')))
const Settings = lazy(() => withTexts('review', () => import('@/features/settings/settings-page')))
const Case = lazy(() => withTexts('review', () => import('@/features/review/case-page')))
// Not in what is served.
const Design = import.meta.env.DEV ? lazy(() => import('./design')) : null
const Buyers = lazy(() => withTexts('company', () => import('./shared-buyers')))

/** Every screen, each loaded when it is first needed. */
export function Router() {
  return (
    <Shell>
      <Guarded>
        <Switch>
          <Route path={paths.home}>
            <Home />
          </Route>
          <Route path={paths.signUp}>
            <ForGuests>
              <SignUp />
            </ForGuests>
          </Route>
          <Route path={paths.signIn}>
            <ForGuests>
              <SignIn />
            </ForGuests>
          </Route>
          <Route path={paths.forgotPassword}>
            <ForGuests>
              <ForgotPassword />
            </ForGuests>
          </Route>
          <Route path={paths.secondFactor}>
            <SecondFactor />
          </Route>
          {/* A mailed link works whoever is signed in. */}
          <Route path={paths.resetPassword}>
            <ResetPassword />
          </Route>
          <Route path={paths.invitation}>
            <Invitation />
          </Route>
          <Route path={paths.verifyEmail}>
            <VerifyEmail />
          </Route>
          <Route path={paths.verifyPhone}>
            <ForSignedIn>
              <VerifyPhone />
            </ForSignedIn>
          </Route>
          <Route path={paths.dashboard}>
            <ForSignedIn>
              <Dashboard />
            </ForSignedIn>
          </Route>
          <Route path={paths.buyers}>
            <ForSignedIn>
              <ForVerified>
                <BuyersPage />
              </ForVerified>
            </ForSignedIn>
          </Route>
          <Route path={paths.company}>
            <ForSignedIn>
              <ForVerified>
                <Company />
              </ForVerified>
            </ForSignedIn>
          </Route>
          <Route path={paths.security}>
            <ForSignedIn>
              <Security />
            </ForSignedIn>
          </Route>
          <Route path={paths.onboarding}>
            <ForSignedIn>
              <ForVerified>
                <Onboarding buyers={<SharedBuyers />} />
              </ForVerified>
            </ForSignedIn>
          </Route>
          <Route path={paths.review}>
            <ForSignedIn>
              <ForOperators>
                <Queue />
              </ForOperators>
            </ForSignedIn>
          </Route>
          <Route path={`${paths.review}/:id`}>
            <ForSignedIn>
              <ForOperators>
                <Case />
              </ForOperators>
            </ForSignedIn>
          </Route>
          <Route path={paths.approvals}>
            <ForSignedIn>
              <ForOperators>
                <Approvals />
              </ForOperators>
            </ForSignedIn>
          </Route>
          <Route path={paths.settings}>
            <ForSignedIn>
              <ForOperators>
                <Settings />
              </ForOperators>
            </ForSignedIn>
          </Route>
          <Route path={paths.glossary}>
            <Glossary />
          </Route>
          {Design ? (
            <Route path="/design">
              <Design />
            </Route>
          ) : null}
          <Route>
            <NotFound />
          </Route>
        </Switch>
      </Guarded>
    </Shell>
  )
}

/** What the screens look like from afar. */
const shapes: Partial<Record<string, Shape>> = {
  [paths.signUp]: 'card',
  [paths.signIn]: 'card',
  [paths.forgotPassword]: 'card',
  [paths.resetPassword]: 'card',
  [paths.invitation]: 'card',
  [paths.secondFactor]: 'card',
  [paths.verifyPhone]: 'card',
  [paths.verifyEmail]: 'card',
  [paths.security]: 'form',
  [paths.dashboard]: 'dashboard',
  [paths.onboarding]: 'form',
  [paths.buyers]: 'list',
  [paths.company]: 'article',
  [paths.review]: 'list',
  [paths.approvals]: 'list',
  [paths.settings]: 'form',
}

const shapeOf = (pathname: string): Shape => shapes[pathname] ?? (pathname.startsWith(`${paths.review}/`) ? 'case' : 'article')

/** A screen that is on its way, or that broke: another address is another try. */
function Guarded({ children }: { children: ReactNode }) {
  const pathname = usePathname()
  return (
    <LoadingShape value={shapeOf(pathname)}>
      <ErrorBoundary fallback={<BrokenScreen />} resetKeys={[pathname]}>
        <Suspense fallback={<LoadingPage />}>{children}</Suspense>
      </ErrorBoundary>
    </LoadingShape>
  )
}

/** The list of buyers has a place before it is there. */
function SharedBuyers() {
  return (
    <Suspense fallback={<Skeleton height="20" data-loading />}>
      <Buyers />
    </Suspense>
  )
}

function Home() {
  const { isInitialized, isAuthenticated, user } = useAuth()
  if (!isInitialized) return <LoadingPage />
  return isAuthenticated ? <Redirect to={start(user)} replace /> : <Landing />
}
