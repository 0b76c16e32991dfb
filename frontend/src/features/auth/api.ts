import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, call, type Schemas } from '@/api/client'

export function useSignUp() {
  return useMutation({
    mutationFn: async (body: Schemas['SignUpBody']) => (await call((client) => client.POST('/auth/signup', { body }))).token,
  })
}

export function useSignIn() {
  return useMutation({
    mutationFn: async (body: Schemas['SignInBody']) => (await call((client) => client.POST('/auth/signin', { body }))).data,
  })
}

export function useForgotPassword() {
  return useMutation({
    mutationFn: (body: Schemas['ForgotPasswordBody']) => call((client) => client.POST('/auth/forgot-password', { body })),
  })
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (body: Schemas['ResetPasswordBody']) => call((client) => client.POST('/auth/reset-password', { body })),
  })
}

export function useVerifyEmail() {
  return useMutation({
    mutationFn: (token: string) => call((client) => client.POST('/auth/verify-email', { body: { token } })),
  })
}

export function useSendEmailVerification() {
  return useMutation({
    mutationFn: (email: string) => call((client) => client.GET('/semi-private/auth/send-email-verification', { params: { query: { email } } })),
  })
}

export function useVerifyGtoken() {
  return useMutation({
    mutationFn: async (gToken: string) => (await call((client) => client.POST('/semi-private/auth/verify-gtoken', { body: { gToken } }))).token,
  })
}

export function useChangePhone() {
  return useMutation({
    mutationFn: (body: Schemas['ChangePhoneBody']) => call((client) => client.PUT('/semi-private/auth/phone', { body })),
  })
}

export function useChangeEmail() {
  return useMutation({
    mutationFn: (body: Schemas['ChangeEmailBody']) => call((client) => client.PUT('/semi-private/auth/email', { body })),
  })
}

/** Where one is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async () => (await call((client) => client.GET('/semi-private/auth/sessions'))).data,
})

/** The session used last first. */
export function useSessions() {
  return useQuery(sessionsQuery)
}

/** Ends sessions one after the other; one that has ended meanwhile is as it should be. */
export function useEndSessions() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (ids: string[]) => {
      for (const id of ids) {
        try {
          await call((client) => client.DELETE('/semi-private/auth/sessions/{id}', { params: { path: { id } } }))
        } catch (error) {
          if (!(error instanceof ApiError && error.problem?.code === 'not_found')) throw error
        }
      }
    },
    // Also where one failed: those before it have ended.
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}

/** Changes the password; the other sessions end with it. */
export function useChangePassword() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Schemas['ChangePasswordBody']) => call((client) => client.PUT('/semi-private/auth/password', { body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}
