import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '@/testing/render'
import { TextField } from './fields'

const input = { name: 'iban', onChange: () => Promise.resolve(), onBlur: () => Promise.resolve(), ref: () => undefined }

test('the help beneath a field describes it', () => {
  renderScreen(<TextField label="IBAN" help="Spaces are fine." input={input} />)
  expect(screen.getByLabelText('IBAN')).toHaveAccessibleDescription('Spaces are fine.')
})

test('an error is part of the description, whatever the screen reader knows of error messages', () => {
  renderScreen(<TextField label="IBAN" help="Spaces are fine." error="This is required." input={input} />)
  const field = screen.getByLabelText('IBAN')
  expect(field).toBeInvalid()
  expect(field).toHaveAccessibleDescription('This is required.')
})
