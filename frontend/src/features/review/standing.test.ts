import { expect, test } from 'vitest'
import type { Document } from './api'
import { standing } from './standing'

const document = (id: string, kind: Document['kind'], verdict: Document['verdict'], minute: number): Document => ({
  id,
  kind,
  verdict,
  uploadedAt: `2026-06-15T12:0${minute}:00Z`,
  name: 'a.pdf',
  contentType: 'application/pdf',
  size: 1,
})

test('a rejected document gives way to a later one of its kind, and to no other', () => {
  const documents = [
    document('replaced', 'bank_statement', 'rejected', 1),
    document('accepted', 'bank_statement', 'accepted', 0),
    document('newer', 'bank_statement', 'pending', 2),
    document('rejected', 'proof_of_address', 'rejected', 3),
  ]
  expect(standing(documents).map(({ id }) => id)).toEqual(['accepted', 'newer', 'rejected'])
})
