import type { components } from '@/api/schema'

type Company = Pick<components['schemas']['CompanyBody'], 'wants'>

/** Whether a company sells invoices: all but those that only let their suppliers be paid early, or are paid early themselves. */
export function sells(company: Company | undefined): boolean {
  const wants = company?.wants ?? []
  return wants.length === 0 || wants.some((want) => want !== 'buyer' && want !== 'supplier')
}

/** Whether a company lets its suppliers be paid early. */
export function buys(company: { wants: readonly string[] } | undefined): boolean {
  return company?.wants.includes('buyer') ?? false
}

/** Whether a company is paid by us: for what it sells, or early by a customer. */
export function isPaid(company: Company | undefined): boolean {
  return sells(company) || (company?.wants.includes('supplier') ?? false)
}

/** Whether all a company wants is to be paid early by a customer: it has neither buyers nor a facility, and the server asks it for little. */
export function onlySupplies(company: { wants: readonly string[] } | undefined): boolean {
  const wants = company?.wants ?? []
  return wants.length > 0 && wants.every((want) => want === 'supplier')
}
