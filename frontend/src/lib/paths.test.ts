import { expect, test } from 'vitest'
import { afterSignIn, start } from './paths'

const whose = (role: string, ...rights: string[]) => ({ userDetails: { role }, operator: { rights } })

test.each([
  [undefined, '/dashboard'],
  [whose('member'), '/dashboard'],
  [whose('operator', 'read_applications', 'review'), '/review'],
  [whose('operator', 'read_applications', 'read_payments'), '/desk'],
  [whose('operator', 'read_operators', 'manage_operators'), '/approvals'],
  [whose('operator'), '/approvals'],
])('%j begins at %s', (who, place) => {
  expect(start(who)).toBe(place)
  expect(afterSignIn('//elsewhere.example', who)).toBe(place)
  expect(afterSignIn('/settings', who)).toBe('/settings')
})
