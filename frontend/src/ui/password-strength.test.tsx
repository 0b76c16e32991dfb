import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '@/testing/render'
import Strength from './password-strength'

const about = ['Ada', 'Brandt', 'ada.brandt@example.com']

test.each([
  ['short', /7 more characters to go/],
  ['abcabcabcabc', /Repetitions/],
  ['abcdefghijklm', /Sequences/],
  ['qwertzuiopasd', /Keys that lie side by side/],
  ['password1234', /passwords that are used most/],
  ['brandt-mill-house', /Leave your name and e-mail address out/],
  ['copper violin harbour moss', /Strong/],
])('of %j is said %s', async (password, reason) => {
  renderScreen(<Strength password={password} about={about} />)
  expect(await screen.findByText(reason)).toBeVisible()
})

test('what the server refuses is not called strong', async () => {
  renderScreen(<Strength password="password1234" about={about} />)
  await screen.findByText(/passwords that are used most/)
  expect(screen.queryByText(/Strong|Good/)).toBeNull()
})
