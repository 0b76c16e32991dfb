import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useFindApplications } from '@/entities/application/find'
import { statusOf } from '@/entities/application/status'
import { useFindDebtors } from '@/entities/debtor/find'
import { debtorStates } from '@/entities/debtor/labels'
import { useOperatorMay } from '@/entities/operator/api'
import { useFindPayables } from '@/entities/programme/find'
import { payableStatuses } from '@/entities/programme/statuses'
import { useFindExamined, useFindInvoices } from '@/entities/receivable/find'
import { houseStandingText } from '@/entities/receivable/house-labels'
import { standingText } from '@/entities/receivable/statuses'
import { text } from '@/lib/i18n'
import { useNavigate } from '@/lib/navigation'
import { casePath, debtorPath, invoicePath, payablePath, paths, receivablePath } from '@/lib/paths'
import { BookIcon, BuyersIcon, CompanyIcon, InvoiceIcon } from '@/ui/icons'
import type { Command, CommandGroup } from '@/ui/palette'
import type { Frame } from './places'

/** A pause in typing. */
const SEARCH_AFTER_MS = 200
/** A part of a number or a name this short is in nearly all of them. */
const LEAST = 2
/** Of each kind; who looks for more has its list. */
const MOST = 5

/** What the server finds, of which nothing stays on this device. */
const FOUND = 'found:'
export const isFound = ({ id }: Command): boolean => id.startsWith(FOUND)

interface Found {
  groups: CommandGroup[]
  /** Whether any of it is still looked for. */
  isSearching: boolean
  hasFailed: boolean
  /** Whether companies are looked for at all. */
  seesCompanies: boolean
}

/** The company's invoices, or the house's companies, receivables and debtors, as far as who looks may see them. */
export function useFound(typed: string, frame: Frame): Found {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => {
      setAsked(typed.trim())
    }, SEARCH_AFTER_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [typed])
  const now = typed.trim()
  const isOffice = frame.area === 'office'
  const has = { applications: useOperatorMay('read_applications') && isOffice, receivables: useOperatorMay('read_receivables') && isOffice, debtors: useOperatorMay('read_facilities') && isOffice }
  const ownsInvoices = frame.area === 'company' && frame.jumps.some(({ to }) => to === paths.invoices)
  const ownsPayables = frame.area === 'company' && frame.jumps.some(({ to }) => to === paths.payables)
  const wanted = (may: boolean, least: number) => (may && now.length >= least && asked.length >= least ? asked : '')
  const applications = useFindApplications(wanted(has.applications, 1))
  const invoices = useFindInvoices(wanted(ownsInvoices, LEAST))
  const payables = useFindPayables(wanted(ownsPayables, LEAST))
  const examined = useFindExamined(wanted(has.receivables, LEAST))
  const debtors = useFindDebtors(wanted(has.debtors, LEAST))
  const sources: [boolean, number, { isFetching: boolean; isError: boolean }][] = [
    [has.applications, 1, applications],
    [ownsInvoices, LEAST, invoices],
    [ownsPayables, LEAST, payables],
    [has.receivables, LEAST, examined],
    [has.debtors, LEAST, debtors],
  ]
  const looking = sources.filter(([may, least]) => may && now.length >= least)
  const shown = <Row>(may: boolean, least: number, { data }: { data: Row[] | undefined }, command: (row: Row) => Omit<Command, 'run'> & { to: string }) =>
    (wanted(may, least) ? (data ?? []) : []).slice(0, least === 1 ? undefined : MOST).map((row): Command => {
      const { to, ...rest } = command(row)
      return {
        ...rest,
        id: FOUND + rest.id,
        run: () => {
          navigate(to)
        },
      }
    })
  const said = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ')
  return {
    groups: [
      {
        title: t`Companies`,
        commands: shown(has.applications, 1, applications, ({ id, companyName, applicant, status }) => ({
          id,
          label: companyName ?? t`Unnamed company`,
          hint: said(`${applicant.fname} ${applicant.lname}`, text(statusOf(status).label)),
          icon: CompanyIcon,
          to: casePath(id),
        })),
      },
      {
        title: t`Invoices`,
        commands: shown(ownsInvoices, LEAST, invoices, (invoice) => ({
          id: invoice.id,
          label: invoice.invoiceNumber,
          hint: said(invoice.debtorName, standingText(invoice)),
          icon: InvoiceIcon,
          to: invoicePath(invoice.id),
        })),
      },
      {
        title: t`Payables`,
        commands: shown(ownsPayables, LEAST, payables, ({ id, invoiceNumber, supplierName, status }) => ({
          id: `payable:${id}`,
          label: invoiceNumber,
          hint: said(supplierName, payableStatuses.labelOf(status)),
          icon: BookIcon,
          to: payablePath(id),
        })),
      },
      {
        title: t`Receivables`,
        commands: shown(has.receivables, LEAST, examined, (receivable) => ({
          id: receivable.id,
          label: receivable.invoiceNumber,
          hint: said(receivable.sellerName, receivable.debtorName, houseStandingText(receivable)),
          icon: InvoiceIcon,
          to: receivablePath(receivable.id),
        })),
      },
      {
        title: t`Debtors`,
        commands: shown(has.debtors, LEAST, debtors, ({ id, legalName, state }) => ({ id, label: legalName, hint: debtorStates.labelOf(state), icon: BuyersIcon, to: debtorPath(id) })),
      },
    ],
    isSearching: looking.length > 0 && (asked !== now || looking.some(([, , { isFetching }]) => isFetching)),
    hasFailed: looking.some(([, , { isError }]) => isError),
    seesCompanies: has.applications,
  }
}
