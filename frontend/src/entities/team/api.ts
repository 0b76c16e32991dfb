import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, type Schemas } from '@/api/client'
import { userQuery } from '@/entities/user/me'

export type Member = Schemas['MemberBody']
export type Invitation = Schemas['InvitationBody']

const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: async () => (await call((client) => client.GET('/semi-private/members'))).data,
})

const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: async () => (await call((client) => client.GET('/semi-private/invitations'))).data,
})

/** The people of the company, the first one first. */
export function useMembers() {
  return useQuery(membersQuery)
}

/** Who was asked to join, the last one first; also those whose link has expired. */
export function useInvitations() {
  return useQuery(invitationsQuery)
}

/** A change of the team, after which it is looked at again: also after an error it may have been done. */
function useTeamChange<T>(change: (what: T) => Promise<unknown>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () =>
      Promise.all([membersQuery, invitationsQuery, userQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey }))),
  })
}

export function useChangeRole() {
  return useTeamChange(({ id, ...body }: { id: string; role: Member['role']; seen: Member['role'] }) => call((client) => client.PUT('/semi-private/members/{id}', { params: { path: { id } }, body })))
}

/** Takes a member out; oneself: leaves. */
export function useRemoveMember() {
  return useTeamChange((id: string) => call((client) => client.DELETE('/semi-private/members/{id}', { params: { path: { id } } })))
}

/** Mails a link; sent to the same address again, it replaces the earlier one. */
export function useInvite() {
  return useTeamChange((body: Schemas['InviteBody']) => call((client) => client.POST('/semi-private/invitations', { body })))
}

export function useWithdrawInvitation() {
  return useTeamChange((id: string) => call((client) => client.DELETE('/semi-private/invitations/{id}', { params: { path: { id } } })))
}
