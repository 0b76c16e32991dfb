import { I18nProvider } from '@lingui/react'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { i18n } from '@/lib/i18n'
import { ChoiceCards } from './choice-cards'
import { ThemeProvider } from './provider'

function Cards() {
  const [value, setValue] = useState<string[]>([])
  const choices = ['seller', 'buyer'].map((one) => ({ value: one, title: `I am a ${one}`, meaning: 'In a sentence.', drawing: null }))
  return (
    <I18nProvider i18n={i18n}>
      <ThemeProvider>
        <ChoiceCards legend="What for?" name="wants" value={value} onChange={setValue} choices={choices} error={value.length === 0 ? 'Choose one.' : undefined} />
        <output>{value.join()}</output>
      </ThemeProvider>
    </I18nProvider>
  )
}

test('both cards can be chosen, by mouse and keyboard, and are called by their titles', async () => {
  render(<Cards />)
  expect(screen.getByRole('group', { name: 'What for?' })).toHaveAccessibleDescription(/Choose one/)
  await userEvent.click(screen.getByText('I am a seller'))
  await userEvent.tab()
  await userEvent.click(screen.getByLabelText('I am a buyer'))
  expect(screen.getByRole('status')).toHaveTextContent('seller,buyer')
  expect(screen.getByLabelText('I am a seller')).toBeChecked()
})
