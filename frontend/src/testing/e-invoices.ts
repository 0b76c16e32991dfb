import type { Schemas } from '@/api/client'

/** An e-invoice of 119.00 EUR to Nordwind AG, which can be entered. */
export function aFoundInvoice(changes: Partial<Schemas['FoundInvoiceBody']> = {}): Schemas['FoundInvoiceBody'] {
  return {
    number: 'RE-1',
    issuedOn: '2027-01-02',
    dueOn: '2027-02-01',
    face: 11_900,
    currency: 'EUR',
    sellerName: 'Mühle Brandt GmbH',
    buyer: { name: 'Nordwind AG', country: 'DE', registrationNumber: 'HRB 1' },
    buyerId: 'b-1',
    problems: [],
    warnings: [],
    cashDiscounts: [],
    isSellers: true,
    isAssigned: false,
    enteredBefore: false,
    ...changes,
  }
}

/** Nordwind AG, on the list of a seller. */
export function aBuyer(changes: Partial<Schemas['BuyerBody']> = {}): Schemas['BuyerBody'] {
  return {
    id: 'b-1',
    legalName: 'Nordwind AG',
    status: 'approved',
    country: 'DE',
    registrationNumber: 'HRB 1',
    contactName: 'Bo',
    contactEmail: 'bo@example.com',
    expectedYearlyVolume: { amount: 100, currency: 'EUR' },
    paymentTermsDays: 30,
    createdAt: '2026-06-15T12:00:00Z',
    ...changes,
  }
}
