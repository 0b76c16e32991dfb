import { expect, test } from 'vitest'
import { forgetCode, rememberCode, sentCode } from './sent-code'

const SENT = { phone: '+4915112345678', id: 'v-1', at: 1_000_000 }

test('a code that was sent is known after a reload for as long as it lives, for its phone alone', () => {
  rememberCode(SENT)
  expect(sentCode(SENT.phone, SENT.at + 299_000)).toEqual(SENT)
  expect(sentCode(SENT.phone, SENT.at + 300_000)).toBeNull()
  expect(sentCode(SENT.phone, SENT.at - 1)).toBeNull()
  expect(sentCode('+491', SENT.at + 1)).toBeNull()
  forgetCode()
  expect(sentCode(SENT.phone, SENT.at + 1)).toBeNull()
})

test('what is no code in the storage is none', () => {
  for (const stored of ['{', '1', '{"phone":"+4915112345678"}']) {
    sessionStorage.setItem('sentCode', stored)
    expect(sentCode(SENT.phone, SENT.at)).toBeNull()
  }
})
