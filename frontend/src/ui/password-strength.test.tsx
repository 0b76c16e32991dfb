import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '@/testing/render'
import Strength from './password-strength'

const about = ['Ada', 'Brandt', 'ada.brandt@example.com']

test.each([
  ['short', /7 more characters needed/],
  ['abcabcabcabc', /Repetitions/],
  ['abcdefghijklm', /Sequences/],
  ['qwertzuiopasd', /Neighbouring keys/],
  ['password1234', /contains a common password/],
  ['brandt-mill-house', /Leave your name and e-mail address out/],
  ['copper violin harbour moss', /Strong/],
])('of %j is said %s', async (password, reason) => {
  renderScreen(<Strength password={password} about={about} />)
  expect(await screen.findByText(reason)).toBeVisible()
})

test('what the server refuses is not called strong', async () => {
  renderScreen(<Strength password="password1234" about={about} />)
  await screen.findByText(/contains a common password/)
  expect(screen.queryByText(/Strong|Good/)).toBeNull()
})

test('one the field says is refused is not called strong beside it', async () => {
  renderScreen(<Strength password="copper violin harbour moss" about={about} isRefused />)
  await screen.findByRole('progressbar')
  expect(screen.queryByText(/Strong|Good/)).toBeNull()
})
