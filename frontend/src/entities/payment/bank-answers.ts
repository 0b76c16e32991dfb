import { msg, t } from '@lingui/core/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Schemas } from '@/api/client'
import { sendFile } from '@/api/send-file'
import { labels } from '@/lib/codes'
import type { Payout } from './api'
import { moneyKeys } from './keys'
import { bankReason } from './return-reasons'

export type OrderAnswer = Schemas['BankAnswerBody']
/** The same without when it was said. */
export type Answered = Omit<OrderAnswer, 'at'>
export type AnswerTaken = Schemas['AnswerTakenBody']

/** The server takes no more. */
export const MOST_ANSWER_BYTES = 10 * 1024 * 1024

/** What the bank does with an order. */
export const bankStandings = labels<Schemas['Standing']>({
  accepted: msg`Accepted by the bank`,
  pending: msg`Pending at the bank`,
  rejected: msg`Rejected by the bank`,
})

/** Whether the payee's name is that of their account, as their bank says. */
export const payeeChecks = labels<Schemas['PayeeCheck']>({
  match: msg`Payee’s name matches the account`,
  close_match: msg`Payee’s name nearly matches the account`,
  no_match: msg`Payee’s name doesn’t match the account`,
  not_possible: msg`Payee’s name couldn’t be checked`,
})

/** Whether the name is not, or not quite, that of the account. */
export const isDoubtful = ({ payeeCheck }: Answered): boolean => payeeCheck === 'close_match' || payeeCheck === 'no_match'

/** An answer in words; why, in the bank's own, where it isn't told with what the bank does. */
export function answerTexts({ standing, payeeCheck, reason }: Answered) {
  const why = reason ? bankReason(reason) : null
  const whyNot = standing === 'rejected' ? why : null
  return {
    standing: whyNot ? t`Rejected: ${whyNot}` : standing ? bankStandings.labelOf(standing) : null,
    check: payeeCheck ? payeeChecks.labelOf(payeeCheck) : null,
    reason: whyNot ? null : why,
  }
}

/** What the bank answered, less what is told beside it anyway: why the payout came back. */
export function answerTo({ bankAnswer, returnReason }: Payout): OrderAnswer | null {
  if (!bankAnswer) return null
  return bankAnswer.reason === returnReason ? { ...bankAnswer, reason: null } : bankAnswer
}

/** What was sent, and when the batches it may answer to were released, as they were listed then. */
interface SentAnswer {
  file: File
  /** The same each time it is sent. */
  key: string
  releasedAt: ReadonlyMap<string, string>
}

/** Takes in a bank's answer. The same one may come again: it changes nothing more. */
export function useImportAnswer() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ file, key }: SentAnswer) =>
      (await sendFile<{ data: AnswerTaken }>({ path: '/operator/bank-answers', file, key, onProgress: () => undefined, signal: new AbortController().signal })).data,
    // Also what is said of a company's account.
    onSettled: () => {
      for (const queryKey of [...moneyKeys, ['review', 'company']]) void queryClient.invalidateQueries({ queryKey })
    },
  })
}
