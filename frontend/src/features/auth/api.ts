import { useMutation } from '@tanstack/react-query'
import { call, type Schemas } from '@/api/client'

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
