import { usePathname } from '@/lib/navigation'
import CheckPage from './check-page'
import ConfirmPage from './confirm-page'
import { checkPath } from './paths'

/** The pages for people outside, who have no account. */
export default function Outside() {
  return usePathname() === checkPath ? <CheckPage /> : <ConfirmPage />
}
