import { msg } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { call, type Schemas } from '@/api/client'
import { fileOf } from '@/api/file'
import { labels } from '@/lib/codes'

export type Letter = Schemas['LetterBody']

export const letterKinds = labels<Schemas['NoticeKind']>({
  assignment: msg`Notice of assignment`,
  release: msg`Release of claims`,
})

/** What a debtor was told of an invoice last, or why it was not. */
export const toldDebtors = labels<Schemas['Told']>({
  assigned: msg`The debtor was told to pay us.`,
  released: msg`The debtor was told to pay the seller again.`,
  unreleased: msg`The debtor couldn’t be told to pay the seller again: it has no contact.`,
  silent: msg`The debtor isn’t told, as agreed with the seller.`,
  no_contact: msg`The debtor couldn’t be told: it has no contact.`,
  no_house: msg`The debtor couldn’t be told: our details or our bank account are missing.`,
  no_letters: msg`The debtor couldn’t be told: no font of this instance has all letters of the notice.`,
  unreleased_letters: msg`The debtor couldn’t be told to pay the seller again: no font of this instance has all letters of the release.`,
})

/** What a debtor was asked and told of an invoice, and what it said. */
export function useCorrespondence(id: string) {
  return useQuery({
    queryKey: ['receivables', 'house', 'correspondence', id],
    queryFn: async () => (await call((client) => client.GET('/operator/receivables/{id}/correspondence', { params: { path: { id } } }))).data,
  })
}

/** What a debtor was written, newest first. */
export function useLetters(id: string) {
  return useQuery({ queryKey: ['debtors', 'letters', id], queryFn: async () => (await call((client) => client.GET('/operator/debtors/{id}/letters', { params: { path: { id } } }))).data })
}

/** Debtors to whom something could not be told. */
export function useUnreachable(enabled: boolean) {
  return useQuery({ queryKey: ['debtors', 'unreachable'], queryFn: async () => (await call((client) => client.GET('/operator/letters/unreachable'))).data, enabled })
}

/** A letter as it was made. */
export const letterPaper = ({ id }: Letter): Promise<Blob> => fileOf(`/operator/letters/${id}/paper`)
