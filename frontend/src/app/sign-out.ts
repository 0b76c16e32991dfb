import { useAuth } from '@/features/auth/auth-provider'
import { useNavigate } from '@/lib/navigation'
import { paths } from '@/lib/paths'

/** Ends the session here, and goes to where one begins. */
export function useSignOut(): () => Promise<void> {
  const { logout } = useAuth()
  const navigate = useNavigate()
  return async () => {
    await logout()
    navigate(paths.signIn, { replace: true })
  }
}
