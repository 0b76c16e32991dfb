import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '@/testing/render'
import { TextField } from './fields'

const input = { name: 'iban', onChange: () => Promise.resolve(), onBlur: () => Promise.resolve(), ref: () => undefined }

test('the help beneath a field describes it', () => {
  renderScreen(<TextField label="IBAN" help="Spaces do not matter." input={input} />)
  expect(screen.getByLabelText('IBAN')).toHaveAccessibleDescription('Spaces do not matter.')
})

test('an error is part of the description, whatever the screen reader knows of error messages', () => {
  renderScreen(<TextField label="IBAN" help="Spaces do not matter." error="This is required." input={input} />)
  const field = screen.getByLabelText('IBAN')
  expect(field).toBeInvalid()
  expect(field).toHaveAccessibleDescription('This is required.')
})
