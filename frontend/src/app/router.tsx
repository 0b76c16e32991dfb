import { Skeleton } from '@chakra-ui/react'
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useAuth } from '@/features/auth/auth-provider'
import { withTexts } from '@/lib/i18n'
import { Redirect, Route, Switch, usePathname } from '@/lib/navigation'
import { paths, start } from '@/lib/paths'
import { Extra } from '@/ui/extra'
import { LoadingPage, LoadingShape, type Shape } from '@/ui/loading'
import { MissingPart } from '@/ui/missing-part'
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
const Outside = lazy(() => withTexts('outside', () => import('@/features/outside/outside')))
const SecondFactor = lazy(() => import('@/features/auth/second-factor'))
const Security = lazy(() => import('@/features/auth/security'))
const VerifyPhone = lazy(() => import('@/features/auth/verify-phone'))
const VerifyEmail = lazy(() => import('@/features/auth/verify-email'))
const Dashboard = lazy(() => withTexts('company', () => import('@/features/dashboard/dashboard')))
const Onboarding = lazy(() => withTexts('company', () => import('@/features/onboarding/onboarding-page')))
const BuyersPage = lazy(() => withTexts('company', () => import('@/features/buyers/buyers-page')))
const Company = lazy(() => withTexts('company', () => import('@/features/company/company-page')))
const Invoices = lazy(() => withTexts('company', () => import('@/features/invoices/invoices-page')))
const GetPaid = lazy(() => withTexts('company', () => import('@/features/invoices/get-paid-page')))
const NewInvoice = lazy(() => withTexts('company', () => import('@/features/invoices/new-invoice')))
const EnterMany = lazy(() => withTexts('company', () => import('./enter-many')))
const InvoicePage = lazy(() => withTexts('company', () => import('@/features/invoices/invoice-page')))
const Payments = lazy(() => withTexts('company', () => import('@/features/payments/payments-page')))
const PaidInWriting = lazy(() => withTexts('company', () => import('./paid-in-writing')))
const Programmes = lazy(() => withTexts('company', () => import('./programmes')))
const Facility = lazy(() => withTexts('company', () => import('@/features/facility/facility-page')))
const Desk = lazy(() => withTexts('review', () => import('@/features/desk/desk-page')))
const Queue = lazy(() => withTexts('review', () => import('@/features/review/queue-page')))
const Companies = lazy(() => withTexts('review', () => import('@/features/companies/companies-page')))
const OneCompany = lazy(() => withTexts('review', () => import('@/features/companies/company-page')))
const NewSellers = lazy(() => withTexts('review', () => import('@/features/companies/new-sellers-page')))
const Approvals = lazy(() => withTexts('review', () => import('@/features/approvals/approvals-page')))
const Settings = lazy(() => withTexts('review', () => import('@/features/settings/settings-page')))
const Receivables = lazy(() => withTexts('review', () => import('@/features/receivables/receivables-page')))
const ReceivablePage = lazy(() => withTexts('review', () => import('@/features/receivables/receivable-page')))
const PaymentsDesk = lazy(() => withTexts('review', () => import('@/features/payments-desk/payments-desk-page')))
const TrialBalance = lazy(() => withTexts('review', () => import('@/features/ledger/trial-balance-page')))
const Accounts = lazy(() => withTexts('review', () => import('@/features/ledger/accounts-page')))
const Account = lazy(() => withTexts('review', () => import('@/features/ledger/account-page')))
const Book = lazy(() => withTexts('review', () => import('@/features/ledger/book-page')))
const Entry = lazy(() => withTexts('review', () => import('@/features/ledger/entry-page')))
const Debtors = lazy(() => withTexts('review', () => import('@/features/debtors/debtors-page')))
const Debtor = lazy(() => withTexts('review', () => import('@/features/debtors/debtor-page')))
const Facilities = lazy(() => withTexts('review', () => import('@/features/facilities/facilities-page')))
const NewFacility = lazy(() => withTexts('review', () => import('@/features/facilities/new-facility-page')))
const OneFacility = lazy(() => withTexts('review', () => import('@/features/facilities/facility-page')))
const NewTerms = lazy(() => withTexts('review', () => import('@/features/facilities/new-terms-page')))
const Advertise = lazy(() => withTexts('review', () => import('@/features/facilities/advertise-page')))
const Case = lazy(() => withTexts('review', () => import('@/features/review/case-page')))
// Not in what is served.
const Design = import.meta.env.DEV ? lazy(() => import('./design')) : null
const sharedBuyers = () => withTexts('company', () => import('./shared-buyers'))

/** What a company opens once its phone and address are proven. */
const companyScreens: [string | RegExp, ComponentType][] = [
  [paths.buyers, BuyersPage],
  [paths.invoices, Invoices],
  [paths.newInvoice, NewInvoice],
  [/^\/invoices\/(e-invoices|import)$/, EnterMany],
  [paths.getPaid, GetPaid],
  [`${paths.invoices}/:id`, InvoicePage],
  [paths.payments, Payments],
  [/^\/payments\/(advices\/[^/]+|statements)$/, PaidInWriting],
  [/^\/(suppliers|payables)(\/[^/]+)?$/, Programmes],
  [paths.facility, Facility],
  [paths.company, Company],
]

/** The back office. */
const officeScreens: [string, ComponentType][] = [
  [paths.desk, Desk],
  [paths.review, Queue],
  [`${paths.review}/:id`, Case],
  [paths.newSellers, NewSellers],
  [paths.companies, Companies],
  [`${paths.companies}/:id`, OneCompany],
  [paths.approvals, Approvals],
  [paths.receivables, Receivables],
  [`${paths.receivables}/:id`, ReceivablePage],
  [paths.paymentsDesk, PaymentsDesk],
  [paths.ledger, TrialBalance],
  [paths.book, Book],
  [`${paths.ledger}/entries/:id`, Entry],
  [`${paths.ledger}/:kind`, Accounts],
  [`${paths.ledger}/:kind/:account`, Account],
  [paths.debtors, Debtors],
  [`${paths.debtors}/:id`, Debtor],
  [paths.facilities, Facilities],
  [paths.newFacility, NewFacility],
  [`${paths.facilities}/:id`, OneFacility],
  [`${paths.facilities}/:id/terms`, NewTerms],
  [paths.settings, Settings],
  [paths.advertise, Advertise],
]

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
          <Route path={/^\/(confirm|check)$/}>
            <Outside />
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
          {companyScreens.map(([path, Screen]) => (
            <Route key={String(path)} path={path}>
              <ForSignedIn>
                <ForVerified>
                  <Screen />
                </ForVerified>
              </ForSignedIn>
            </Route>
          ))}
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
          {officeScreens.map(([path, Screen]) => (
            <Route key={path} path={path}>
              <ForSignedIn>
                <ForOperators>
                  <Screen />
                </ForOperators>
              </ForSignedIn>
            </Route>
          ))}
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
  [paths.invoices]: 'list',
  [paths.newInvoice]: 'form',
  [paths.getPaid]: 'list',
  [paths.payments]: 'list',
  [paths.payables]: 'list',
  [paths.newPayable]: 'form',
  [paths.suppliers]: 'list',
  [paths.facility]: 'dashboard',
  [paths.company]: 'article',
  [paths.desk]: 'dashboard',
  [paths.review]: 'list',
  [paths.newSellers]: 'list',
  [paths.companies]: 'list',
  [paths.approvals]: 'list',
  [paths.receivables]: 'list',
  [paths.paymentsDesk]: 'list',
  [paths.ledger]: 'list',
  [paths.book]: 'form',
  [paths.debtors]: 'list',
  [paths.facilities]: 'list',
  [paths.newFacility]: 'form',
  [paths.settings]: 'form',
  [paths.advertise]: 'form',
}

const shapeOf = (pathname: string): Shape => shapes[pathname] ?? (pathname.startsWith(`${paths.review}/`) ? 'case' : pathname.startsWith(`${paths.invoices}/`) ? 'dashboard' : 'article')

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
  return <Extra load={sharedBuyers} props={{}} meanwhile={<Skeleton height="20" data-loading />} instead={<MissingPart />} />
}

function Home() {
  const { isInitialized, isAuthenticated, user } = useAuth()
  if (!isInitialized) return <LoadingPage />
  return isAuthenticated ? <Redirect to={start(user)} replace /> : <Landing />
}
