import { I18nProvider } from '@lingui/react'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { i18n, loadTexts } from '@/lib/i18n'
import { DateField } from './date-field'
import { ThemeProvider } from './provider'

afterEach(() => {
  vi.restoreAllMocks()
})

function Day({ start = '', error }: { start?: string; error?: string }) {
  const [value, setValue] = useState(start)
  return (
    <I18nProvider i18n={i18n}>
      <ThemeProvider>
        <DateField label="Day" name="day" value={value} onChange={setValue} onBlur={() => undefined} example="2026-12-31" error={error} />
        <output>{value}</output>
        <button onClick={() => { setValue('2001-02-03') }}>elsewhere</button>
      </ThemeProvider>
    </I18nProvider>
  )
}

test('a day is typed in the order of the page’s language, which the hint shows, and handed on as ISO', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-DE', 'en-US'])
  await loadTexts('de')
  render(<Day />)
  const field = screen.getByLabelText('Day')
  expect(field).toHaveAccessibleDescription(/31\.12\.2026/)
  await userEvent.type(field, '1.2.2010')
  expect(screen.getByRole('status')).toHaveTextContent('2010-02-01')
  expect(field).toHaveValue('1.2.2010')
  await userEvent.tab()
  expect(field).toHaveValue('01.02.2010')
})

test('what is no day stays as it was typed', async () => {
  render(<Day />)
  await userEvent.type(screen.getByLabelText('Day'), '31/31/2010')
  await userEvent.tab()
  expect(screen.getByLabelText('Day')).toHaveValue('31/31/2010')
  expect(screen.getByRole('status')).toHaveTextContent('31/31/2010')
})

test('a day that is changed elsewhere is shown', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-GB'])
  render(<Day start="2010-12-31" />)
  expect(screen.getByLabelText('Day')).toHaveValue('31/12/2010')
  await userEvent.click(screen.getByRole('button', { name: 'elsewhere' }))
  expect(screen.getByLabelText('Day')).toHaveValue('03/02/2001')
})

test('half a day is no mistake while it is typed', async () => {
  render(<Day error="Wrong." />)
  await userEvent.type(screen.getByLabelText('Day'), '31')
  expect(screen.queryByText('Wrong.')).toBeNull()
  await userEvent.tab()
  expect(screen.getByText('Wrong.')).toBeVisible()
})
