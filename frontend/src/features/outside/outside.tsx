import { usePathname } from '@/lib/navigation'
import { paths } from '@/lib/paths'
import CheckPage from './check-page'
import ConfirmPage from './confirm-page'

/** The pages for people outside, who have no account. */
export default function Outside() {
  return usePathname() === paths.check ? <CheckPage /> : <ConfirmPage />
}
