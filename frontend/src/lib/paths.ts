/** The addresses of the screens. */
export const paths = {
  home: '/',
  signUp: '/sign-up',
  signIn: '/sign-in',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  invitation: '/invitation',
  secondFactor: '/second-factor',
  security: '/security',
  verifyPhone: '/verify-phone',
  verifyEmail: '/verify-email',
  dashboard: '/dashboard',
  onboarding: '/onboarding',
  invoices: '/invoices',
  newInvoice: '/invoices/new',
  eInvoices: '/invoices/e-invoices',
  getPaid: '/invoices/get-paid',
  payments: '/payments',
  payables: '/payables',
  newPayable: '/payables/new',
  disclosure: '/payables/disclosure',
  suppliers: '/suppliers',
  facility: '/facility',
  buyers: '/buyers',
  company: '/company',
  desk: '/desk',
  review: '/review',
  newSellers: '/new-sellers',
  companies: '/companies',
  approvals: '/approvals',
  receivables: '/receivables',
  paymentsDesk: '/payments-desk',
  ledger: '/ledger',
  book: '/ledger/book',
  debtors: '/debtors',
  facilities: '/facilities',
  newFacility: '/facilities/new',
  settings: '/settings',
  advertise: '/settings/terms',
  glossary: '/glossary',
} as const

/** Where one is signed in, on the screen of the account's security. */
export const sessionsPath = `${paths.security}#sessions`

/** A place in the onboarding form. */
export function onboardingStep(step: string, field?: string): string {
  return `${paths.onboarding}?step=${step}${field ? `#${encodeURIComponent(field)}` : ''}`
}

/** The address of a case. */
export function casePath(id: string): string {
  return `${paths.review}/${id}`
}

/** The address of a company, for the house. */
export const companyPath = (id: string): string => `${paths.companies}/${id}`

/** The address of a receivable, for the house. */
export const receivablePath = (id: string): string => `${paths.receivables}/${id}`

/** The address of a debtor. */
export const debtorPath = (id: string): string => `${paths.debtors}/${id}`

/** The address of an agreement, in the back office. */
export const facilityPath = (id: string): string => `${paths.facilities}/${id}`

/** Where a facility is offered to this company. */
export const newFacilityPath = (company: string): string => `${paths.newFacility}?company=${company}`

/** What is to be set up for approved companies: of one kind, or all of it. */
export const newSellersPath = (kind?: string): string => (kind ? `${paths.newSellers}?kind=${kind}` : paths.newSellers)

/** Where terms are advertised: those of a product and currency, or others. */
export function advertisePath(terms?: { kind: string; currency: string }): string {
  return terms ? `${paths.advertise}?kind=${terms.kind}&currency=${terms.currency}` : paths.advertise
}

/** The address of an invoice. */
export function invoicePath(id: string): string {
  return `${paths.invoices}/${id}`
}

/** What the transfers of a batch consist of. */
export const advicePath = (batch: string): string => `${paths.payments}/advices/${batch}`

/** The address of what a company promised to pay, or is to. */
export const payablePath = (id: string): string => `${paths.payables}/${id}`

/** Who somebody is, as far as the way in depends on it. */
interface Whose {
  userDetails: { role: string }
  operator: { rights: readonly string[] }
}

/** Where people begin: operators with the desk where they see money, else with the queue, or with what waits for approval; everybody else with their company. */
export function start(me: Whose | null | undefined): string {
  if (me?.userDetails.role !== 'operator') return paths.dashboard
  const may = (right: string) => me.operator.rights.includes(right)
  return may('read_payments') ? paths.desk : may('read_applications') ? paths.review : paths.approvals
}

/** Where to go after signing in: only a path of our own, never another site's address. */
export function afterSignIn(next: string | null, me: Whose | null | undefined): string {
  return next && /^\/(?![/\\])/.test(next) ? next : start(me)
}
