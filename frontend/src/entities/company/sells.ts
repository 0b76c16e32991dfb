import type { components } from '@/api/schema'

type Company = Pick<components['schemas']['CompanyBody'], 'wants'>

/** Whether a company sells invoices: all but those that only let their suppliers be paid early. */
export function sells(company: Company | undefined): boolean {
  const wants = company?.wants ?? []
  return wants.length === 0 || wants.some((want) => want !== 'buyer')
}
