import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderScreen } from '@/testing/render'
import { Copyable } from './copyable'

test('what is shown in groups never breaks, and is copied without its gaps', async () => {
  const user = userEvent.setup()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce()
  renderScreen(<Copyable label="IBAN" text="DE02 1203 0000 0000 2020 51" copied="DE02120300000000202051" />)
  expect(screen.getByText('DE02 1203 0000 0000 2020 51')).toHaveStyle({ whiteSpace: 'nowrap' })
  await user.click(screen.getByRole('button', { name: 'Copy: IBAN' }))
  expect(write).toHaveBeenCalledExactlyOnceWith('DE02120300000000202051')
  expect(await screen.findByText('Copied')).toBeVisible()
})
