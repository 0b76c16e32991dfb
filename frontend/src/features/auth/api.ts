import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, call, type Schemas } from '@/api/client'
import { userQuery } from '@/entities/user/me'

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

/** Confirms an act: with the password, or where there is a second factor, with a code. */
export function useStepUp() {
  return useMutation({
    mutationFn: (body: Schemas['StepUpBody']) => call((client) => client.POST('/semi-private/auth/step-up', { body })),
  })
}

const invitationKey = ['invitation'] as const

/** What a mailed link invites to. */
export function useInvitation(secret: string) {
  return useQuery({
    queryKey: [...invitationKey, secret],
    queryFn: async () => (await call((client) => client.GET('/invitation', { params: { header: { 'Link-Secret': secret } } }))).data,
    enabled: secret !== '',
    // It is shown while a form is filled in.
    refetchOnWindowFocus: false,
  })
}

/** Joins with a new account; answers its token. */
export function useAcceptInvitation(secret: string) {
  return useMutation({
    mutationFn: async (body: Schemas['AcceptBody']) =>
      (await call((client) => client.POST('/invitation/accept', { params: { header: { 'Link-Secret': secret } }, body }))).token,
  })
}

/** Joins with the account one has: from then on everything is another company's. */
export function useJoin(secret: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call((client) => client.POST('/semi-private/invitation/accept', { params: { header: { 'Link-Secret': secret } } })),
    onSuccess: async () => {
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== userQuery.queryKey[0] && queryKey[0] !== invitationKey[0] })
      await queryClient.invalidateQueries({ queryKey: userQuery.queryKey })
    },
  })
}

/** Joins a buyer's programme with the company one has; what the buyer entered becomes that one's. */
export function useEnrol(secret: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => (await call((client) => client.POST('/semi-private/invitation/enrol', { params: { header: { 'Link-Secret': secret } } }))).data,
    onSuccess: () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== invitationKey[0] }),
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
