import { keepPreviousData, partialMatchKey, useInfiniteQuery, useMutation, useQuery, useQueryClient, type Query, type QueryKey } from '@tanstack/react-query'
import { call, type Schemas } from '@/api/client'
import type { IdempotencyKey } from '@/api/idempotency-key'
import type { Payout } from './api'
import { creditsKey, fundsKey, moneyKeys, payoutsKey, receiptsKey } from './keys'

export type Receipt = Schemas['ReceiptBody']
type PayoutStatus = Schemas['PayoutStatus']

/** Which payouts are listed. */
export interface PayoutFilter {
  status?: PayoutStatus
  receivableId?: string
  companyId?: string
}

/** A page of payouts; where it begins, none for the first. */
export const readPayouts = (filter: PayoutFilter, after: string | null) => call((client) => client.GET('/operator/payouts', { params: { query: { ...filter, ...(after ? { after } : {}) } } }))

/** A page of receipts. */
export const readReceipts = (unexplained: boolean, before: string | null) =>
  call((client) => client.GET('/operator/receipts', { params: { query: { ...(unexplained ? { unexplained } : {}), ...(before ? { before } : {}) } } }))

/** Receipts of an amount of which nothing is explained. */
export const readWaiting = (amount: number, currency: string) =>
  call((client) => client.GET('/operator/receipts', { params: { query: { amount, currency } } }))

/** What people booked by hand that a receipt may be. */
export function useBookedLike(id: string) {
  return useQuery({
    queryKey: [...receiptsKey, 'entries', id],
    queryFn: async () => (await call((client) => client.GET('/operator/receipts/{id}/entries', { params: { path: { id } } }))).data,
  })
}

/** The payouts to all companies, the one that was due first first, page by page. */
export function usePayouts(filter: PayoutFilter, enabled = true) {
  return useInfiniteQuery({
    queryKey: [...payoutsKey, filter],
    queryFn: ({ pageParam }) => readPayouts(filter, pageParam),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled,
  })
}

/** Receipts, the one entered last first, page by page; those of which something is unexplained, or all. */
export function useReceipts(unexplained: boolean) {
  return useInfiniteQuery({
    queryKey: [...receiptsKey, unexplained],
    queryFn: ({ pageParam }) => readReceipts(unexplained, pageParam),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}

/** What moves money may change anything that shows it, after an error too. */
export function useLookAgain() {
  const queryClient = useQueryClient()
  return () => Promise.all(moneyKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

/** The same for what one decided: what it may be is asked no more while the rest is read anew, since the server answers that only as long as it is open. */
export function useLookAgainBeside() {
  const queryClient = useQueryClient()
  return async (asked: QueryKey) => {
    const isAsked = ({ queryKey }: Query) => partialMatchKey(queryKey, asked)
    await queryClient.invalidateQueries({ predicate: isAsked, refetchType: 'none' })
    await Promise.all(moneyKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey, predicate: (query) => !isAsked(query) })))
  }
}

type Waits = { waiting: Schemas['WaitingBody'] }

export type Fund = Schemas['FundsBody']

/** What the house has at its bank, by currency. */
export const readFunds = async (): Promise<Fund[]> => (await call((client) => client.GET('/operator/funds'))).data

export function useFunds() {
  return useQuery({ queryKey: fundsKey, queryFn: readFunds })
}

/** What releasing these payouts would do now. */
export function usePreviewRelease() {
  return useMutation({
    mutationFn: async (payouts: string[]): Promise<Schemas['ReleaseOutlookBody']> => (await call((client) => client.POST('/operator/payouts/release/preview', { body: { payouts } }))).data,
  })
}

export type NewRelease = Schemas['ReleaseBody']

/** Releases payouts as one batch, or proposes to. */
export function useRelease(idempotency: IdempotencyKey<NewRelease>) {
  const onSettled = useLookAgain()
  return useMutation({
    mutationFn: async (body: NewRelease): Promise<{ batchId: string } | Waits> => {
      const { data } = await idempotency.send(body, (key) => call((client) => client.POST('/operator/payouts/release', { params: { header: { 'Idempotency-Key': key } }, body })))
      return 'approval' in data ? { waiting: data.approval } : { batchId: data.batch.id }
    },
    onSettled,
  })
}

/** What the bank did with a batch, or with one payout. */
export interface BankAnswer {
  id: string
  on: string
}

/** Marks what of a batch waits for the bank as carried out. */
export function useExecuted(idempotency: IdempotencyKey<BankAnswer>) {
  const onSettled = useLookAgain()
  return useMutation({
    mutationFn: (answer: BankAnswer): Promise<Payout[]> =>
      idempotency.send(answer, async (key) => {
        const { id, ...body } = answer
        return (await call((client) => client.POST('/operator/payouts/batches/{id}/executed', { params: { path: { id }, header: { 'Idempotency-Key': key } }, body }))).data
      }),
    onSettled,
  })
}

/** Marks a payout as returned by the bank. */
export function useReturned(idempotency: IdempotencyKey<BankAnswer & { reason: string }>) {
  const onSettled = useLookAgain()
  return useMutation({
    mutationFn: (answer: BankAnswer & { reason: string }): Promise<Payout> =>
      idempotency.send(answer, async (key) => {
        const { id, ...body } = answer
        return (await call((client) => client.POST('/operator/payouts/{id}/returned', { params: { path: { id }, header: { 'Idempotency-Key': key } }, body }))).data
      }),
    onSettled,
  })
}

export type NewReceipt = Schemas['NewReceiptBody']

/** Enters a receipt by hand. */
export function useEnterReceipt(idempotency: IdempotencyKey<NewReceipt>) {
  const onSettled = useLookAgain()
  return useMutation({
    mutationFn: (body: NewReceipt): Promise<Receipt> =>
      idempotency.send(body, async (key) => (await call((client) => client.POST('/operator/receipts', { params: { header: { 'Idempotency-Key': key } }, body }))).data),
    onSettled,
  })
}

/** Receipts as they are suggested to be matched. */
export type Confirmed = Schemas['MatchManyBody']['matches']

/** A suggestion as it is seen. */
export const confirmed = ({ id }: Receipt, { signs, receivables }: Schemas['SuggestionBody']): Confirmed[number] => ({ receiptId: id, signs, receivables })

/** Matches receipts as was suggested; answers what came of each. */
export function useMatchSuggested(idempotency: IdempotencyKey<Confirmed>) {
  const onSettled = useLookAgain()
  return useMutation({
    mutationFn: (matches: Confirmed): Promise<Schemas['MatchedRowBody'][]> =>
      idempotency.send(matches, async (key) => (await call((client) => client.POST('/operator/receipts/match', { params: { header: { 'Idempotency-Key': key } }, body: { matches } }))).data),
    onSettled,
  })
}

/** A match of one’s own that was wrong. */
export interface Unmatched {
  id: string
  receivableId: string
}

/** Takes back what one matched oneself. */
export function useUnmatch(idempotency: IdempotencyKey<Unmatched>) {
  const onSettled = useLookAgain()
  return useMutation({
    mutationFn: (wrong: Unmatched): Promise<Receipt> =>
      idempotency.send(wrong, async (key) => (await call((client) => client.POST('/operator/receipts/{id}/unmatch', { params: { path: { id: wrong.id }, header: { 'Idempotency-Key': key } }, body: { receivableId: wrong.receivableId } }))).data),
    onSettled,
  })
}

/** What is noted of a receipt. */
export interface NewNote {
  id: string
  text: string
}

/** Notes something of a receipt. */
export function useNoteReceipt(idempotency: IdempotencyKey<NewNote>) {
  const onSettled = useLookAgain()
  return useMutation({
    mutationFn: (note: NewNote) =>
      idempotency.send(note, (key) => call((client) => client.POST('/operator/receipts/{id}/notes', { params: { path: { id: note.id }, header: { 'Idempotency-Key': key } }, body: { text: note.text } }))),
    onSettled,
  })
}

/** Looks after a receipt, or no more. */
export function useOwnReceipt(id: string) {
  const onSettled = useLookAgain()
  return useMutation({
    mutationFn: (isMine: boolean) => call((client) => client.PUT('/operator/receipts/{id}/owner', { params: { path: { id } }, body: { isMine } })),
    onSettled,
  })
}

/** How a receipt is split. */
export interface Split {
  id: string
  body: Schemas['MatchBody']
}

/** Says what a receipt pays, whom it is passed on to, and whose credit it is kept as. */
export function useMatch(idempotency: IdempotencyKey<Split>) {
  const onSettled = useLookAgain()
  return useMutation({
    mutationFn: (split: Split): Promise<Receipt> =>
      idempotency.send(split, async (key) => (await call((client) => client.POST('/operator/receipts/{id}/match', { params: { path: { id: split.id }, header: { 'Idempotency-Key': key } }, body: split.body }))).data),
    onSettled,
  })
}

/** That a receipt did not come: it was entered by mistake, or is another one. */
export interface TakenBack {
  id: string
  body: Schemas['TakeBackBody']
}

/** Takes a receipt back. */
export function useTakeBack(idempotency: IdempotencyKey<TakenBack>) {
  const onSettled = useLookAgain()
  return useMutation({
    mutationFn: (taken: TakenBack): Promise<Receipt> =>
      idempotency.send(taken, async (key) => (await call((client) => client.POST('/operator/receipts/{id}/take-back', { params: { path: { id: taken.id }, header: { 'Idempotency-Key': key } }, body: taken.body }))).data),
    onSettled,
  })
}

/** A receipt that one took back oneself, and that came after all. */
export interface BroughtBack {
  id: string
}

/** Brings a receipt back that one took back. */
export function useBringBack(idempotency: IdempotencyKey<BroughtBack>) {
  const onSettled = useLookAgain()
  return useMutation({
    mutationFn: (brought: BroughtBack): Promise<Receipt> =>
      idempotency.send(brought, async (key) => (await call((client) => client.POST('/operator/receipts/{id}/bring-back', { params: { path: { id: brought.id }, header: { 'Idempotency-Key': key } } }))).data),
    onSettled,
  })
}

/** What of a receipt goes back to whoever paid it. */
export interface SentBack {
  id: string
  body: Schemas['SendBackBody']
}

/** Sends a part of a receipt back to where it came from, or proposes to. */
export function useSendBack(idempotency: IdempotencyKey<SentBack>) {
  const onSettled = useLookAgain()
  return useMutation({
    mutationFn: async (sent: SentBack): Promise<{ payout: Payout } | Waits> => {
      const { data } = await idempotency.send(sent, (key) => call((client) => client.POST('/operator/receipts/{id}/return', { params: { path: { id: sent.id }, header: { 'Idempotency-Key': key } }, body: sent.body })))
      return 'approval' in data ? { waiting: data.approval } : { payout: data }
    },
    onSettled,
  })
}

/** A part of a receipt that was not for what was said. */
export interface UndonePart {
  id: string
  body: Schemas['UndoPartBody']
}

/** Undoes what a part of a receipt was used for, or proposes to. */
export function useUndoPart(idempotency: IdempotencyKey<UndonePart>) {
  const onSettled = useLookAgain()
  return useMutation({
    mutationFn: async (undone: UndonePart): Promise<{ receipt: Receipt } | Waits> => {
      const { data } = await idempotency.send(undone, (key) => call((client) => client.POST('/operator/receipts/{id}/undo', { params: { path: { id: undone.id }, header: { 'Idempotency-Key': key } }, body: undone.body })))
      return 'approval' in data ? { waiting: data.approval } : { receipt: data }
    },
    onSettled,
  })
}

/** The debtors that have credit, by currency. */
export function useDebtorCredits() {
  return useQuery({ queryKey: creditsKey, queryFn: async () => (await call((client) => client.GET('/operator/debtor-credits'))).data })
}

/** The debtors the house knows, for whose credit something can be kept: those with this in their name, or those made last. */
export function useDebtorNames(name: string, enabled: boolean) {
  return useQuery({
    queryKey: ['debtors', 'names', name],
    queryFn: () => call((client) => client.GET('/operator/debtors', { params: { query: name ? { name } : {} } })),
    placeholderData: keepPreviousData,
    enabled,
  })
}
