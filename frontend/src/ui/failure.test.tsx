import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiError } from '@/api/client'
import { failure } from '@/api/errors'
import { problem } from '@/testing/data'
import { renderScreen } from '@/testing/render'
import { Failure } from './failure'

test('a failure is told in a sentence', () => {
  renderScreen(<Failure {...failure(new ApiError(500, problem('internal', 500)))} />)
  expect(screen.getByRole('alert')).toHaveTextContent('Something went wrong on our side.')
})

test('where the server asks for patience it is counted down instead', () => {
  renderScreen(<Failure {...failure(new ApiError(429, problem('too_many_requests', 429), '30'))} />)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('status')).toHaveTextContent('You can try again in 30 seconds.')
})

test('no failure, no notice', () => {
  const { container } = renderScreen(<Failure {...failure(null)} />)
  expect(container).not.toHaveTextContent(/\w/)
})
