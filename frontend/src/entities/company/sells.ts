import type { components } from '@/api/schema'

type Company = Pick<components['schemas']['CompanyBody'], 'wants'>

/** Whether a company sells invoices: all but those that only let their suppliers be paid early, or are paid early themselves. */
export function sells(company: Company | undefined): boolean {
  const wants = company?.wants ?? []
  return wants.length === 0 || wants.some((want) => want !== 'buyer' && want !== 'supplier')
}

/** Whether all a company wants is to be paid early by a customer: it has neither buyers nor a facility, and the server asks it for little. */
export function onlySupplies(company: { wants: readonly string[] } | undefined): boolean {
  const wants = company?.wants ?? []
  return wants.length > 0 && wants.every((want) => want === 'supplier')
}
