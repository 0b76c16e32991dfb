import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { useAuth } from '@/features/auth/auth-provider'
import { isStatus, statusNamed, statusNumber } from '@/entities/application/status'
import { isViewAt, useViews, viewPath } from '@/entities/application/views'
import { useWaiting } from '@/entities/approval/api'
import { buys, isPaid, sells } from '@/entities/company/sells'
import { countText, useSettingUp } from '@/entities/facility/first-cash-api'
import type { OperatorRight } from '@/entities/operator/roles'
import { text } from '@/lib/i18n'
import { isAt, usePathname, useQuery } from '@/lib/navigation'
import { paths } from '@/lib/paths'
import { ApproveIcon, BookIcon, BuyersIcon, CompanyIcon, FormIcon, HomeIcon, InboxIcon, InvoiceIcon, MoneyIcon, PersonIcon, SettingsIcon } from '@/ui/icons'
import type { Place, PlaceGroup } from '@/ui/places'
import { useArea, type Area } from './area'

interface View {
  to: string
  label: MessageDescriptor
  isHere: (pathname: string, query: URLSearchParams) => boolean
  /** On a phone it stands beside its place, with this drawing. */
  icon?: Place['icon']
}

interface Destination extends View {
  icon: Place['icon']
  /** What it is called where there is little room. */
  short?: MessageDescriptor
  /** The key that follows `g`. */
  key: string
  views?: View[]
  /** Whether the views an operator saved follow. */
  hasSaved?: true
  /** Whether it counts what waits for approval. */
  hasWaiting?: true
  /** Whether it counts what is to be set up for new sellers. */
  hasSetUp?: true
}

interface Group {
  title?: MessageDescriptor
  destinations: Destination[]
}

/** What fits along the foot of a phone: beside one that leads to the others, one less. */
const FITS = 5

/** The server counts no further. */
const MOST_COUNTED = 50

const at = (path: string) => (pathname: string) => isAt(path, pathname)
const review = String(statusNumber('pending'))
/** Whether the queue shows what is to be reviewed: also where nothing is said. */
const isToReview = (query: URLSearchParams) => (statusNamed(query.get('status')) ?? (query.get('search') ? null : statusNumber('pending'))) === statusNumber('pending')

const home: Destination = { to: paths.dashboard, label: msg`Home`, icon: HomeIcon, key: 'h', isHere: at(paths.dashboard) }

const company: Destination = { to: paths.company, label: msg`Company`, icon: CompanyIcon, key: 'c', isHere: at(paths.company) }

const beforeApproval: Group[] = [
  { destinations: [home, { to: paths.onboarding, label: msg`Application`, icon: FormIcon, key: 'a', isHere: at(paths.onboarding) }, company] },
]

const buyers: Destination = { to: paths.buyers, label: msg`Buyers`, icon: BuyersIcon, key: 'b', isHere: at(paths.buyers) }

const invoices: Destination = { to: paths.invoices, label: msg`Invoices`, icon: InvoiceIcon, key: 'i', isHere: at(paths.invoices) }
const payments: Destination = { to: paths.payments, label: msg`Payments`, icon: MoneyIcon, key: 'p', isHere: at(paths.payments) }
const facility: View = { to: paths.facility, label: msg({ message: 'Facility', context: 'screen' }), icon: FormIcon, isHere: at(paths.facility) }

const payables: Destination = { to: paths.payables, label: msg`Payables`, short: msg({ message: 'Payables', context: 'phone' }), icon: BookIcon, key: 'l', isHere: at(paths.payables) }
const suppliers: Destination = { to: paths.suppliers, label: msg`Suppliers`, icon: InboxIcon, key: 's', isHere: at(paths.suppliers) }

/** What an approved company has: its money where we pay it, payables where it lets suppliers be paid early, buyers where it sells what they owe. */
function afterApproval(details: Parameters<typeof sells>[0]): Group[] {
  const hasFacility = sells(details) || buys(details)
  return [
    {
      destinations: [
        home,
        ...(isPaid(details) ? [invoices, payments] : []),
        ...(buys(details) ? [payables, suppliers] : []),
        // A buyer is paid its share of the discount.
        ...(buys(details) && !isPaid(details) ? [payments] : []),
        ...(sells(details) ? [buyers] : []),
        hasFacility ? { ...company, views: [facility] } : company,
      ],
    },
  ]
}

const desk: Destination = { to: paths.desk, label: msg({ message: 'Desk', context: 'office' }), icon: HomeIcon, key: 'h', isHere: at(paths.desk) }

const applications: Destination = {
  to: paths.review,
  label: msg`Applications`,
  icon: InboxIcon,
  key: 'a',
  isHere: at(paths.review),
  hasSaved: true,
  views: [
    {
      to: `${paths.review}?status=${review}`,
      label: msg`To review`,
      isHere: (pathname, query) => pathname === paths.review && isToReview(query) && query.get('mine') !== 'true',
    },
  ],
}

const mine: View = {
  to: `${paths.review}?status=${review}&mine=true`,
  label: msg`Assigned to me`,
  icon: PersonIcon,
  isHere: (pathname, query) => pathname === paths.review && query.get('mine') === 'true',
}

const newSellers: Destination = { to: paths.newSellers, label: msg`New sellers`, icon: CompanyIcon, key: 'n', isHere: at(paths.newSellers), hasSetUp: true }
const companies: Destination = { to: paths.companies, label: msg`Companies`, icon: CompanyIcon, key: 'c', isHere: at(paths.companies) }
const approvals: Destination = { to: paths.approvals, label: msg`Approvals`, icon: ApproveIcon, short: msg({ message: 'Approvals', context: 'phone' }), key: 'v', isHere: at(paths.approvals), hasWaiting: true }
const receivables: Destination = { to: paths.receivables, label: msg`Receivables`, icon: InvoiceIcon, key: 'r', isHere: at(paths.receivables) }
const paymentsDesk: Destination = { to: paths.paymentsDesk, label: msg({ message: 'Payments', context: 'office' }), icon: MoneyIcon, key: 'p', isHere: at(paths.paymentsDesk) }
const ledger: Destination = { to: paths.ledger, label: msg`Ledger`, icon: BookIcon, key: 'l', isHere: at(paths.ledger) }
const debtors: Destination = { to: paths.debtors, label: msg`Debtors`, icon: BuyersIcon, key: 'd', isHere: at(paths.debtors) }
const facilities: Destination = { to: paths.facilities, label: msg`Facilities`, icon: FormIcon, key: 'f', isHere: at(paths.facilities) }
const settings: Destination = { to: paths.settings, label: msg`Settings`, icon: SettingsIcon, key: 's', isHere: at(paths.settings) }

/** What the back office has for somebody of these rights: what they may not even see is not a place for them. */
function office(rights: readonly OperatorRight[]): Group[] {
  const may = (right: OperatorRight) => rights.includes(right)
  const queue = may('review') ? { ...applications, views: [...(applications.views ?? []), mine] } : applications
  const money = [...(may('read_receivables') ? [receivables] : []), ...(may('read_payments') ? [paymentsDesk] : []), ...(may('read_ledger') ? [ledger] : [])]
  const risk = [...(may('read_applications') ? [newSellers, companies] : []), ...(may('read_facilities') ? [debtors, facilities] : [])]
  return [
    { title: msg`Work`, destinations: [...(may('read_payments') ? [desk] : []), ...(may('read_applications') ? [queue] : []), approvals] },
    ...(money.length > 0 ? [{ title: msg`Money`, destinations: money }] : []),
    ...(risk.length > 0 ? [{ title: msg`Risk`, destinations: risk }] : []),
    ...(rights.length > 0 ? [{ title: msg`House`, destinations: [settings] }] : []),
  ]
}

export interface Frame {
  area: Area
  groups: PlaceGroup[]
  /** What fits along the foot of a phone. */
  bar: Omit<Place, 'views'>[]
  /** What is behind it; nothing where all of it fits. */
  more: PlaceGroup[]
  /** Where `g` and a letter lead. */
  jumps: { key: string; to: string; label: string }[]
}

/** The frame of the screen one is on, and the places in it. */
export function useFrame(): Frame {
  const area = useArea()
  const { user } = useAuth()
  const pathname = usePathname()
  const [query] = useQuery()
  const rights = user?.operator.rights ?? []
  const waiting = useWaiting(area === 'office' && rights.length > 0) ?? 0
  const groups = area === 'public' ? [] : area === 'office' ? office(rights) : isStatus(user?.userDetails.onboarding_status, 'approved') ? afterApproval(user?.companyDetails) : beforeApproval
  const all = groups.flatMap(({ destinations }) => destinations)
  const saved = useViews(area === 'office' ? user?.userDetails.id : undefined).all.map((view) => ({ id: view.id, to: viewPath(view), label: view.name, isHere: isViewAt(view, pathname, query) }))
  // A view somebody saved says more exactly where one is than those that everybody has.
  const isSaved = saved.some(({ isHere }) => isHere)
  const missing = useSettingUp(area === 'office' && rights.includes('read_applications')).data?.filter(({ isProposed }) => !isProposed).length ?? 0
  const countOf = ({ hasWaiting, hasSetUp }: Destination) =>
    hasSetUp && missing > 0
      ? { count: { value: countText(missing), says: plural(missing, { one: '# thing is missing for new sellers', other: '# things are missing for new sellers' }) } }
      : hasWaiting && waiting > 0
      ? { count: { value: waiting < MOST_COUNTED ? String(waiting) : `${MOST_COUNTED}+`, says: plural(waiting, { one: '# change waits for your approval', other: '# changes wait for your approval' }) } }
      : {}
  const show = ({ to, label, isHere }: View) => ({ to, label: text(label), isHere: isHere(pathname, query) })
  const showView = (view: View) => ({ ...show(view), ...(view.icon ? { icon: view.icon } : {}), isHere: !isSaved && view.isHere(pathname, query) })
  const rail = groups.map(({ title, destinations }) => ({
    ...(title ? { title: text(title) } : {}),
    places: destinations.map((one) => ({
      ...show(one),
      ...countOf(one),
      ...(one.short ? { short: text(one.short) } : {}),
      icon: one.icon,
      views: [...(one.views ?? []).map(showView), ...(one.hasSaved ? saved : [])],
    })),
  }))
  return { area, groups: rail, ...alongTheFoot(rail), jumps: all.map(({ key, to, label }) => ({ key, to, label: text(label) })) }
}

/** The places along the foot of a phone: all of them where they fit, else the first ones, and the others behind one more. */
function alongTheFoot(rail: (PlaceGroup & { places: (Place & { short?: string })[] })[]): Pick<Frame, 'bar' | 'more'> {
  const inBar = ({ views: _, short, ...place }: Place & { short?: string }) => ({ ...place, label: short ?? place.label })
  const all = rail.flatMap(({ places }) => places)
  const flat = all.flatMap((place) => {
    const beside = (place.views ?? []).flatMap((view) => (view.icon ? [{ ...view, icon: view.icon }] : []))
    // What stands only in the rail is part of its place here.
    return [{ ...inBar(place), isHere: place.isHere && !beside.some(({ isHere }) => isHere) }, ...beside]
  })
  if (flat.length <= FITS) return { bar: flat, more: [] }
  const first = all.slice(0, FITS - 1)
  const more = rail.map(({ places, ...group }) => ({
    ...group,
    places: places.flatMap((place) => (first.includes(place) ? (place.views ?? []).map((view) => ({ ...view, icon: view.icon ?? place.icon })) : [place])),
  }))
  return { bar: first.map(inBar), more: more.filter(({ places }) => places.length > 0) }
}
