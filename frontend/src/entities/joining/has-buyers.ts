import { useBuyers } from '@/entities/buyer/api'
import { onlySupplies } from '@/entities/company/sells'

/** Whether a company's buyers are shown: one that only supplies has none, unless it named some before. */
export function useHasBuyers(company: { wants: readonly string[] }): boolean {
  const { data: buyers } = useBuyers()
  return !onlySupplies(company) || (buyers?.length ?? 0) > 0
}
