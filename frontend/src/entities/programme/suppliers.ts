import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, type Schemas } from '@/api/client'
import type { IdempotencyKey } from '@/api/idempotency-key'
import { labels, type Badged } from '@/lib/codes'
import { readAll } from '@/lib/csv'

export type Supplier = Schemas['SupplierBody']
export type NewSupplier = Schemas['NewSupplierBody']

export const suppliersKey = ['suppliers'] as const

const readSuppliers = (after: string | null | undefined) => call((client) => client.GET('/semi-private/suppliers', { params: { query: after ? { after } : {} } }))

/** A page of the company's suppliers, the one invited last first. */
export function useSuppliers(after: string | null) {
  return useQuery({ queryKey: [...suppliersKey, 'list', after], queryFn: () => readSuppliers(after), placeholderData: keepPreviousData })
}

/** More suppliers than anybody chooses from. */
const MOST = 2_000

/** Those that are in the programme, to choose from. */
export function useEnrolled() {
  return useQuery({ queryKey: [...suppliersKey, 'all'], queryFn: async () => (await readAll(readSuppliers, MOST, () => true)).rows.filter(({ enrolment }) => enrolment !== 'left') })
}

function useSupplierChange<T>(idempotency: IdempotencyKey<T>, change: (what: T, key: string) => Promise<Supplier>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (what: T) => idempotency.send(what, (key) => change(what, key)),
    // Also after an error it may have been done.
    onSettled: () => queryClient.invalidateQueries({ queryKey: suppliersKey }),
  })
}

/** Puts a supplier on the list and mails it a link. */
export function useInviteSupplier(idempotency: IdempotencyKey<NewSupplier>) {
  return useSupplierChange(idempotency, async (body, key) => (await call((client) => client.POST('/semi-private/suppliers', { params: { header: { 'Idempotency-Key': key } }, body }))).data)
}

/** A supplier as it was seen. */
export interface SeenSupplier {
  id: string
  version: number
}

/** Mails another link, perhaps to another address; one that left is in again, and another company than was named loses the place. */
export function useInviteAgain(idempotency: IdempotencyKey<SeenSupplier & { email: string }>) {
  return useSupplierChange(
    idempotency,
    async ({ id, ...body }, key) => (await call((client) => client.POST('/semi-private/suppliers/{id}/invite', { params: { path: { id }, header: { 'Idempotency-Key': key } }, body }))).data,
  )
}

/** Takes a supplier off the programme; what was paid early runs its course. */
export function useRemoveSupplier(idempotency: IdempotencyKey<SeenSupplier>) {
  return useSupplierChange(
    idempotency,
    async ({ id, version }, key) => (await call((client) => client.POST('/semi-private/suppliers/{id}/remove', { params: { path: { id }, header: { 'Idempotency-Key': key } }, body: { version } }))).data,
  )
}

interface Standing extends Badged {
  /** What happens next, and who does it. */
  means: MessageDescriptor
}

/** What a supplier waits for before it can be paid early. */
export const supplierWaits = labels<Schemas['SupplierWait'], Standing>({
  join: { label: msg`Invited`, palette: 'orange', means: msg`Waiting for it to join. The link works for 30 days.` },
  application: { label: msg`Joined`, palette: 'orange', means: msg`Waiting for it to complete its application.` },
  review: { label: msg`In review`, palette: 'purple', means: msg`We’re reviewing its application.` },
  other_company: { label: msg`Other company`, palette: 'red', means: msg`The company that joined has another country or registration number. Nothing is paid early to it. Invite the right one again, or remove it.` },
  unavailable: { label: msg`Not available`, palette: 'gray', means: msg`It can’t be paid early at the moment.` },
})

/** Where a supplier stands that waits for nothing. */
export const enrolments = labels<Schemas['Enrolment'], Standing>({
  invited: { label: msg`Invited`, palette: 'orange', means: msg`Waiting for it to join. The link works for 30 days.` },
  enrolled: { label: msg`Ready`, palette: 'green', means: msg`It can be paid early.` },
  other_company: { label: msg`Other company`, palette: 'red', means: msg`The company that joined has another country or registration number. Nothing is paid early to it. Invite the right one again, or remove it.` },
  left: { label: msg`Not in the programme`, palette: 'gray', means: msg`It can’t be paid early. Invite it again to bring it back.` },
})

/** The same of one that is in while no programme takes anything new. */
export const enrolledWithout = labels<'enrolled', Standing>({
  enrolled: { label: msg`In the programme`, palette: 'gray', means: msg`Nothing new is paid early at the moment.` },
})
