/** Asks for the password where the session has ended. */
export const interrupted = () => import('@/features/auth/interruption')
