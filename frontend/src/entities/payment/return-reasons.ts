import { msg, t } from '@lingui/core/macro'
import { byCode, labels } from '@/lib/codes'

/** Why a bank sends money back, by the codes of ISO 20022 that the server tells in its papers too. */
const reasons = labels({
  AC01: msg`The account number is wrong`,
  AC03: msg`The account number is invalid`,
  AC04: msg`The account is closed`,
  AC06: msg`The account is blocked`,
  AC14: msg`The account isn’t of the right kind`,
  AG01: msg`The account takes no such transfer`,
  AG02: msg`The bank doesn’t take this kind of transfer`,
  AM02: msg`The amount is higher than the bank allows`,
  AM03: msg`The account doesn’t take this currency`,
  AM05: msg`The bank took it for the same transfer twice`,
  AM09: msg`The amount isn’t the one that was expected`,
  BE01: msg`The name isn’t that of the account holder`,
  BE04: msg`The address of the payee is missing or wrong`,
  BE06: msg`The bank doesn’t know the payee`,
  CNOR: msg`The payee’s bank can’t be reached this way`,
  CUST: msg`The payee asked for it`,
  FOCR: msg`It was called back`,
  FR01: msg`The bank suspects fraud`,
  LEGL: msg`The law or a court requires it`,
  MD07: msg`The account holder has died`,
  MS02: msg`The payee gave no reason`,
  MS03: msg`The bank gave no reason`,
  RC01: msg`The bank’s code (BIC) is wrong`,
  RR01: msg`The payer’s account is missing`,
  RR02: msg`The payer’s name or address is missing`,
  RR03: msg`The payee’s name or address is missing`,
  RR04: msg`A rule of the supervisor requires it`,
  TM01: msg`It arrived too late that day`,
})

/** The words in which banks say the code once more. */
const saysNoMore = byCode<string, readonly string[]>({ AC01: ['account', 'incorrect', 'invalid', 'number', 'wrong'], AC04: ['account', 'closed', 'number'], AC06: ['account', 'blocked'] })

/** What a bank says of it, its code in words where that is known; what is unknown stays as it is. */
export function bankReason(said: string): string {
  const [, code = '', besides = ''] = /^\s*([A-Z0-9]{4})(?![\p{L}\p{N}])[\s:,\-./;]*(.*?)[\s.]*$/u.exec(said) ?? []
  if (!reasons.find(code)) return said
  const words = `${reasons.labelOf(code)} (${code})`
  // In the bank’s own words, whatever language they are in.
  const isMore = besides.toLowerCase().split(' ').some((word) => !saysNoMore.find(code)?.includes(word))
  return besides && isMore ? t`${words}: “${besides}”` : words
}

/** What a bank said, with a full stop. */
export const sentenceOf = (said: string) => (/[.!?]$/.test(said) ? said : `${said}.`)
