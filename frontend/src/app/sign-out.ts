import { useAuth } from '@/features/auth/auth-provider'
import { askFirst } from '@/lib/leaving'
import { useNavigate } from '@/lib/navigation'
import { paths } from '@/lib/paths'

/** Ends the session here, and goes to where one begins, once whoever has something unsaved agreed. */
export function useSignOut(): () => void {
  const { logout } = useAuth()
  const navigate = useNavigate()
  const leave = async () => {
    await logout()
    navigate(paths.signIn, { replace: true })
  }
  return () => {
    askFirst(() => void leave())
  }
}
