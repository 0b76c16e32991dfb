import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { ApiError, call, type Schemas } from '@/api/client'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { userQuery } from '@/entities/user/me'

export type Application = Schemas['OnboardingBody']
export type FormBody = Schemas['FormBody']
export type Requirement = Schemas['RequirementBody']
export type Document = Schemas['DocumentBody']
export type DocumentKind = Schemas['DocumentKind']

export const onboardingQuery = queryOptions({
  queryKey: ['onboarding'],
  queryFn: async () => (await call((client) => client.GET('/semi-private/onboarding'))).data,
})

/** Once the form is handed in an application changes without the applicant: how soon they see it. */
const LOOK_EVERY_MS = 10_000

export function useApplication() {
  return useQuery({ ...onboardingQuery, refetchInterval: ({ state }) => (state.data?.allowedActions.includes('edit_form') ? false : LOOK_EVERY_MS) })
}

/** The application as far as another part of the screen has read it: nothing is asked for. */
export function useReadApplication(): Application | undefined {
  return useQuery({ ...onboardingQuery, enabled: false }).data
}

async function show(queryClient: QueryClient, application: Application) {
  queryClient.setQueryData(onboardingQuery.queryKey, application)
  await queryClient.invalidateQueries({ queryKey: userQuery.queryKey })
}

export type FieldChange = Schemas['FieldChangeBody']
export type Conflict = Schemas['ConflictBody']

/** Saves what was changed in the draft, field by field. */
export function useEditForm() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (edit: Schemas['EditBody']) => (await call((client) => client.PATCH('/semi-private/onboarding', { body: edit }))).data,
    onSuccess: (application) => {
      queryClient.setQueryData(onboardingQuery.queryKey, (now) => (now && now.version > application.version ? now : application))
    },
  })
}

/** What somebody else changed meanwhile, where that is why nothing was saved. */
export function conflictsIn(error: unknown): Conflict[] {
  return error instanceof ApiError && error.problem?.code === 'conflict' ? (error.problem.conflicts ?? []) : []
}

/** Hands the application in; sent twice under one key, it is handed in once. */
export function useSubmitApplication() {
  const queryClient = useQueryClient()
  const idempotency = useIdempotencyKey<'submit'>()
  return useMutation({
    mutationFn: () =>
      idempotency.send('submit', async (key) => (await call((client) => client.POST('/semi-private/onboarding/submit', { params: { header: { 'Idempotency-Key': key } } }))).data),
    onSuccess: (application) => show(queryClient, application),
    onError: () => queryClient.invalidateQueries({ queryKey: onboardingQuery.queryKey }),
  })
}

/** What taking a document away is called while it is under way. */
export const REMOVAL = ['remove-document'] as const

/** Takes a document away. */
export function useRemoveDocument() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: REMOVAL,
    mutationFn: (id: string) => call((client) => client.DELETE('/semi-private/documents/{id}', { params: { path: { id } }, keepalive: true })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: onboardingQuery.queryKey }),
  })
}
