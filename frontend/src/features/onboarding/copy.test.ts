import { expect, test } from 'vitest'
import type { Buyer } from '@/entities/buyer/api'
import type { Document } from '@/entities/application/api'
import { anApplication } from '@/testing/data'
import { copyOf } from './copy'

test('a copy tells everything that was handed in, and what people typed stays text', async () => {
  const application = anApplication()
  application.form.company.legalName = '<script>alert(1)</script> & Söhne'
  application.documents = [
    { id: '1', kind: 'bank_statement', name: 'july.pdf', size: 1 },
    { id: '2', kind: 'bank_statement', name: 'old.pdf', size: 1, replacedAt: '2026-01-01T00:00:00Z' },
  ] as Document[]
  const buyers = [{ id: 'b', legalName: 'Nordwind AG', country: 'NL', registrationNumber: '1', expectedYearlyVolume: { amount: 1, currency: 'EUR' }, paymentTermsDays: 30 }] as Buyer[]
  const copy = copyOf({ application, buyers, submittedAt: '2026-06-15T12:00:00Z' })
  expect(copy.type).toBe('text/html;charset=utf-8')
  const html = await copy.text()
  expect(html).not.toContain('<script')
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; Söhne')
  for (const told of ['Nordwind AG', 'july.pdf', 'Last bank statement', 'Submitted to Sooner on']) expect(html).toContain(told)
  expect(html).toContain('Buyers')
  expect(html).not.toContain('old.pdf')
  expect(html).not.toMatch(/(src|href)=/)
})

test('in the copy of a company that only supplies stand no buyers', async () => {
  const application = anApplication()
  application.form.company.wants = ['supplier']
  expect(await copyOf({ application, buyers: [], submittedAt: undefined }).text()).not.toContain('Buyers')
})
