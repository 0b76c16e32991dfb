import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { leadToFirstWrong } from './first-wrong'

let stop: () => void
beforeEach(() => {
  stop = leadToFirstWrong()
})
afterEach(() => {
  stop()
  document.body.replaceChildren()
})

/** A form whose fields stand in this order, and which of them are wrong. */
function form(names: readonly string[], wrong: readonly string[]): HTMLFormElement {
  const form = document.createElement('form')
  form.append(
    ...names.map((name) => {
      const field = document.createElement('input')
      field.id = name
      if (wrong.includes(name)) field.setAttribute('aria-invalid', 'true')
      return field
    }),
  )
  document.body.append(form)
  return form
}

const send = (form: HTMLFormElement) => form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
const focused = () => document.activeElement?.id

test.each([
  [['date', 'amount', 'note'], ['amount', 'date'], 'date'],
  [['fname', 'phone', 'password'], ['password', 'phone'], 'phone'],
])('of the fields %j, %j are wrong: %s gets the focus, though the form’s code chose another', async (names, wrong, first) => {
  const one = form(names, wrong)
  send(one)
  document.getElementById(wrong[0] ?? '')?.focus()
  await vi.waitFor(() => {
    expect(focused()).toBe(first)
  })
})

test('what the server refuses later is led to as well', async () => {
  const one = form(['fname', 'phone', 'password'], [])
  send(one)
  await new Promise((later) => setTimeout(later, 60))
  for (const name of ['password', 'phone']) document.getElementById(name)?.setAttribute('aria-invalid', 'true')
  document.getElementById('password')?.focus()
  await vi.waitFor(() => {
    expect(focused()).toBe('phone')
  })
})

test('whoever sends a form from a field that is wrong is led to the first one that is, once that is known', async () => {
  const one = form(['date', 'amount'], [])
  document.getElementById('amount')?.focus()
  send(one)
  await new Promise((later) => setTimeout(later, 60))
  for (const name of ['amount', 'date']) document.getElementById(name)?.setAttribute('aria-invalid', 'true')
  // The form’s code goes to the field that has the focus: no event says so.
  document.getElementById('amount')?.focus()
  await vi.waitFor(() => {
    expect(focused()).toBe('date')
  })
})

test('a person who moves on by themselves is led nowhere', async () => {
  const one = form(['date', 'amount'], ['date', 'amount'])
  send(one)
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }))
  document.getElementById('amount')?.focus()
  await new Promise((later) => setTimeout(later, 60))
  expect(focused()).toBe('amount')
})
