import { useAuth } from '@/features/auth/auth-provider'
import { useLinkSecret } from '@/lib/link-secret'
import { isAt, usePathname } from '@/lib/navigation'
import { paths } from '@/lib/paths'
import { storedToken } from '@/lib/token'

/** Which frame stands around a screen: the open one, a company's, or the operators' back office. */
export type Area = 'public' | 'company' | 'office'

/** A mailed link is for whoever has it, whoever is signed in here. */
const isMailed = (pathname: string, secret: string) => pathname === paths.resetPassword || pathname === paths.invitation || (pathname === paths.verifyEmail && secret !== '')

/** What only the house has. */
const OFFICE = [paths.desk, paths.review, paths.newSellers, paths.companies, paths.approvals, paths.receivables, paths.paymentsDesk, paths.ledger, paths.debtors, paths.facilities, paths.settings]

/** The area of the screen one is on. */
export function useArea(): Area {
  const { isInitialized, isAuthenticated, user } = useAuth()
  const pathname = usePathname()
  const secret = useLinkSecret()
  if (isMailed(pathname, secret)) return 'public'
  if (isAuthenticated) return user?.userDetails.role === 'operator' ? 'office' : 'company'
  // Nothing jumps into another frame once it is known who is there.
  if (!isInitialized && storedToken()) return OFFICE.some((path) => isAt(path, pathname)) ? 'office' : 'company'
  return 'public'
}
