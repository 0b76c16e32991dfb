import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { quiet } from '@/testing/begun'
import { problem } from '@/testing/data'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { serve } from '@/testing/server'
import { Submit } from './submit-step'

const server = serve()

/** Submits once for each answer, and tells the keys that were sent. */
async function keysOf(answers: (() => Response)[]): Promise<(string | null)[]> {
  const keys: (string | null)[] = []
  server.use(
    mock.post('/semi-private/onboarding/submit', ({ request }) => {
      keys.push(request.headers.get('idempotency-key'))
      return answers[keys.length - 1]?.() ?? HttpResponse.error()
    }),
  )
  renderScreen(<Submit left={[]} label="Hand in" flush={() => Promise.resolve(true)} />)
  for (const [index] of answers.entries()) {
    const button = screen.getByRole('button', { name: 'Hand in' })
    await waitFor(() => {
      expect(button).toBeEnabled()
    })
    await userEvent.click(button)
    await waitFor(() => {
      expect(keys.length).toBe(index + 1)
    })
    await screen.findByText(/try again|Connection lost|changed in the meantime/i)
  }
  return keys
}

test.each([
  ['the server cannot tell the outcome', () => HttpResponse.json(problem('outcome_unknown', 503), { status: 503 })],
  ['something the server needs is away', () => HttpResponse.json(problem('unavailable', 503), { status: 503 })],
  ['no answer comes', () => HttpResponse.error()],
])('when %s, the next attempt has the same key', async (_, answer) => {
  const [first, second, third] = await keysOf([answer, answer, answer])
  expect(first).toMatch(/^[0-9a-f-]{36}$/)
  expect([second, third]).toEqual([first, first])
})

test('an attempt turned away in between says nothing of the one before: the key stays', async () => {
  const answer = (...[code, status]: Parameters<typeof problem>) => () => HttpResponse.json(problem(code, status), { status })
  const keys = await keysOf([answer('outcome_unknown', 503), answer('request_timeout', 408), answer('too_many_requests', 429), answer('outcome_unknown', 503)])
  expect(new Set(keys)).toEqual(new Set([keys[0]]))
})

test('a refusal is certain: the next attempt is another', async () => {
  const refusal = () => HttpResponse.json(problem('stale_version', 409), { status: 409 })
  const [first, second] = await keysOf([refusal, refusal])
  expect(second).not.toBe(first)
})

/** The form, with an answer that is refused until it is corrected. */
function Corrected() {
  const [isRight, setRight] = useState(false)
  return (
    <>
      <button onClick={() => { setRight(true) }}>Correct it</button>
      <Submit left={[]} state={isRight ? 'saved' : 'refused'} label="Hand in" flush={() => Promise.resolve(isRight)} />
    </>
  )
}

test('what was held back for the person to correct is not submitted behind their back', async () => {
  let submitted = 0
  server.use(mock.post('/semi-private/onboarding/submit', () => {
    submitted += 1
    return HttpResponse.error()
  }))
  renderScreen(<Corrected />)
  await userEvent.click(screen.getByRole('button', { name: 'Hand in' }))
  expect(await screen.findByText('Not submitted: some of your answers are not saved yet.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Correct it' }))
  expect(screen.queryByText(/Not submitted/)).toBeNull()
  await quiet()
  expect(submitted).toBe(0)
})

test('an attempt that is incomplete leads to the list of what is left, and sends nothing', async () => {
  const left = [{ field: 'company.legalName', message: 'Enter the legal name.', isWrong: false }]
  renderScreen(<Submit left={left} label="Hand in" flush={() => Promise.resolve(true)}>answers</Submit>)
  expect(screen.queryByText('Ready to submit')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Hand in' }))
  await waitFor(() => {
    expect(screen.getByRole('heading', { name: '1 item left' })).toHaveFocus()
  })
  expect(screen.getByRole('alert')).toHaveTextContent('Not submitted: 1 item is left.')
})

test('above the answers, what is left is counted by step', () => {
  const left = ['company.legalName', 'company.country', 'bankAccount.iban'].map((field) => ({ field, message: field, isWrong: false }))
  renderScreen(<Submit left={left} label="Hand in" flush={() => Promise.resolve(true)}>answers</Submit>)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Company: 2 left', 'Bank account: 1 left'])
})
