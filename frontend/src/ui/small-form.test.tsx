import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderScreen } from '@/testing/render'
import { SmallForm, type SmallField, type SmallValues } from './small-form'

const fields: SmallField[] = [
  { name: 'on', kind: 'day', label: 'Day' },
  { name: 'amount', kind: 'money', label: 'Amount', initial: 1_050 },
  { name: 'currency', kind: 'choice', label: 'Currency', options: [{ value: 'EUR', label: 'EUR' }, { value: 'JPY', label: 'JPY' }], initial: 'EUR' },
  { name: 'reason', kind: 'line', label: 'Reason', most: 5 },
  { name: 'note', kind: 'text', label: 'Note', optional: true },
]

function show(refused: Partial<Record<string, string>> = {}) {
  const send = vi.fn<(values: SmallValues) => void>()
  renderScreen(<SmallForm label="Form" fields={fields} currency="EUR" send={send} refused={refused} isBusy={false} busyText="Sending" action="Send" />)
  return send
}

test('what is missing, too long or no value of its kind is told at its field, and nothing is sent', async () => {
  const send = show()
  const user = userEvent.setup()
  await user.clear(screen.getByLabelText('Amount'))
  await user.type(screen.getByLabelText('Amount'), 'a lot')
  await user.type(screen.getByLabelText('Reason'), 'too long')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('This is required.')).toBeVisible()
  expect(screen.getByText('Enter an amount such as 1,250.50.')).toBeVisible()
  expect(screen.getByText('Use at most 5 characters.')).toBeVisible()
  expect(send).not.toHaveBeenCalled()
})

test('what is typed is sent as the server reads it, amounts by the currency that is chosen', async () => {
  const send = show()
  const user = userEvent.setup()
  expect(screen.getByLabelText('Amount')).toHaveValue('10.50')
  await user.type(screen.getByLabelText('Day'), '01/31/2027')
  await user.clear(screen.getByLabelText('Amount'))
  await user.type(screen.getByLabelText('Amount'), '1,200')
  await user.selectOptions(screen.getByLabelText('Currency'), 'JPY')
  await user.type(screen.getByLabelText('Reason'), ' why ')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(send).toHaveBeenCalledExactlyOnceWith({ on: '2027-01-31', amount: 1_200, currency: 'JPY', reason: 'why', note: null })
})

test('an amount has its currency beside it, and signs between its thousands from the start', async () => {
  renderScreen(<SmallForm label="Form" fields={[{ name: 'amount', kind: 'money', label: 'Amount', initial: 1_250_000 }]} currency="CHF" send={vi.fn()} isBusy={false} busyText="Sending" action="Send" />)
  const field = screen.getByRole('textbox', { name: 'Amount' })
  expect(field).toHaveValue('12,500.00')
  expect(field).toHaveAccessibleDescription('CHF')
  await userEvent.clear(field)
  await userEvent.type(field, '1200')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(field).toHaveValue('1,200.00')
})

test('where the currency is chosen, it stands in its own field alone', () => {
  show()
  expect(screen.getByLabelText('Amount')).not.toHaveAccessibleDescription()
})

test('what the server refused stands at its field until that is changed', async () => {
  show({ reason: 'Not this one.' })
  expect(await screen.findByText('Not this one.')).toBeVisible()
  await userEvent.type(screen.getByLabelText('Reason'), 'x')
  await waitFor(() => { expect(screen.queryByText('Not this one.')).toBeNull() })
})

test('a share is typed in per cent and sent in basis points, between nothing and all', async () => {
  const send = vi.fn<(values: SmallValues) => void>()
  renderScreen(<SmallForm label="Form" fields={[{ name: 'rate', kind: 'percent', label: 'Rate', optional: true, initial: 1_225 }]} currency="EUR" send={send} isBusy={false} busyText="Sending" action="Send" />)
  const user = userEvent.setup()
  expect(screen.getByRole('textbox')).toHaveValue('12.25')
  for (const wrong of ['100.01', '-1', 'a lot']) {
    await user.clear(screen.getByRole('textbox'))
    await user.type(screen.getByRole('textbox'), wrong)
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText('Enter 0 to 100 per cent.')).toBeVisible()
  }
  expect(send).not.toHaveBeenCalled()
  await user.clear(screen.getByRole('textbox'))
  await user.type(screen.getByRole('textbox'), '0')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await user.clear(screen.getByRole('textbox'))
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(send.mock.calls).toEqual([[{ rate: 0 }], [{ rate: null }]])
})

test('in a dialog, whose body scrolls, its buttons stay at the foot', () => {
  const form = <SmallForm label="Form" fields={fields} currency="EUR" send={vi.fn()} isBusy={false} busyText="Sending" action="Send" />
  renderScreen(<><div data-scope="dialog" data-part="body">{form}</div>{form}</>)
  const positions = screen.getAllByRole('button', { name: 'Send' }).map((button) => getComputedStyle(button.parentElement ?? button).position)
  expect(positions[0]).toBe('sticky')
  expect(positions[1]).not.toBe('sticky')
})

test('an amount is written with its thousands apart once its field is left, and said where it could be another', async () => {
  const send = show()
  const user = userEvent.setup()
  const amount = screen.getByLabelText('Amount')
  await user.click(amount)
  await user.tab()
  // Nobody typed anything.
  expect(amount).toHaveValue('10.50')
  await user.clear(amount)
  await user.type(amount, '1,234')
  expect(await screen.findByText('Read as €1,234.00')).toBeVisible()
  await user.tab()
  expect(amount).toHaveValue('1,234.00')
  await user.clear(amount)
  await user.type(amount, '1 234,56 €')
  expect(screen.queryByText(/Read as/)).toBeNull()
  await user.tab()
  expect(amount).toHaveValue('1,234.56')
  await user.clear(amount)
  await user.type(amount, '$20')
  await user.tab()
  expect(amount).toHaveValue('$20')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Enter the amount in EUR, not in $.')).toBeVisible()
  expect(send).not.toHaveBeenCalled()
})
