import type { Schemas } from '@/api/client'
import { me } from './data'

/** Ada Brandt of an approved company, in this role. */
export function aSeller(rights: Schemas['MemberRight'][] = ['name_buyers', 'enter_invoices', 'accept_offers', 'accept_terms'], role: Schemas['MemberRole'] = 'owner'): { data: Schemas['MeBody'] } {
  return { data: { ...me({ onboarding_status: 2 }).data, membership: { role, rights } } }
}

/** A draft of 10,000.00 EUR to Nordwind AG. */
export function aReceivable(changes: Partial<Schemas['ReceivableBody']> = {}): Schemas['ReceivableBody'] {
  return {
    id: 'r-1',
    number: 1,
    reference: 'RF18539007547034',
    status: 'draft',
    version: 1,
    kind: 'factoring',
    buyerId: 'b-1',
    debtorName: 'Nordwind AG',
    invoiceNumber: 'RE-100',
    issuedOn: '2027-01-02',
    dueOn: '2027-02-18',
    face: 1_000_000,
    currency: 'EUR',
    figures: { face: 1_000_000, dueOn: '2027-02-18' },
    cashDiscounts: [],
    documents: [],
    checks: [],
    beingLookedAt: false,
    overdue: false,
    enteredAt: '2027-01-03T12:00:00Z',
    allowedActions: [],
    sellsItself: false,
    takesColleague: false,
    acceptors: [],
    ...changes,
  }
}

/** Thirty days after it was due, at a late charge of 6 %. */
export function aLateness(changes: Partial<Schemas['LatenessBody']> = {}): Schemas['LatenessBody'] {
  return { days: 30, lateFrom: '2027-02-23', lateRate: 600, late: 3_333, discount: 8_000, perDay: 400, release: 161_667, remedy: 'charge_back', remedyFrom: '2027-04-19', sellerOwes: 850_333, ...changes }
}

/** 80 % of it at 12 % a year and 1.5 %, paid out on 4 January 2027. */
export function anOffer(changes: Partial<Schemas['ReceivableOfferBody']> = {}): Schemas['ReceivableOfferBody'] {
  return {
    id: '00000000-0000-8000-8000-00000000000a',
    hash: 'a'.repeat(64),
    validUntil: '2027-01-04T13:00:00Z',
    payoutOn: '2027-01-04',
    dueOn: '2027-02-18',
    currency: 'EUR',
    face: 1_000_000,
    advance: 800_000,
    reserve: 200_000,
    serviceFee: 15_000,
    discount: 12_000,
    payoutFee: 0,
    tax: 0,
    payout: 800_000,
    release: 173_000,
    cost: 27_000,
    days: 45,
    apr: 2738,
    effectiveRate: 3094,
    lines: [
      { code: 'face', label: 'Face', amount: 1_000_000, formula: { kind: 'given' } },
      { code: 'advance', label: 'Advance', amount: 800_000, formula: { kind: 'share', of: 1_000_000, share: 8000 } },
      { code: 'reserve', label: 'Reserve', amount: 200_000, formula: { kind: 'less', from: 'face', less: ['advance'] } },
      { code: 'service_fee', label: 'Service fee', amount: 15_000, formula: { kind: 'share', of: 1_000_000, share: 150 } },
      { code: 'payout_fee', label: 'Payout fee', amount: 0, formula: { kind: 'given' } },
      { code: 'discount', label: 'Discount', amount: 12_000, formula: { kind: 'time', of: 800_000, days: 45, rate: 1200, day_count: 'act_360', basis: 360 } },
      { code: 'payout', label: 'Payout', amount: 800_000, formula: { kind: 'less', from: 'advance', less: ['payout_fee'] } },
      { code: 'release', label: 'Release', amount: 173_000, formula: { kind: 'less', from: 'reserve', less: ['discount', 'service_fee'] } },
      { code: 'cost', label: 'Cost', amount: 27_000, formula: { kind: 'sum', lines: ['discount', 'service_fee', 'payout_fee'] } },
    ],
    curve: [
      { paidOn: '2027-02-08', discount: 9_333, late: 0, cost: 24_333, release: 175_667 },
      { paidOn: '2027-02-18', discount: 12_000, late: 0, cost: 27_000, release: 173_000 },
      { paidOn: '2027-03-05', discount: 16_000, late: 1_333, cost: 32_333, release: 167_667 },
    ],
    ...changes,
  }
}

export const someTerms: Schemas['TermsBody'] = {
  kind: 'factoring',
  currency: 'EUR',
  limit: 100_000_000,
  advanceRate: 8000,
  discountRate: 1200,
  dayCount: 'act_360',
  discountTiming: 'in_arrears',
  serviceFee: 150,
  serviceFeeMinimum: 500,
  payoutFee: 0,
  feeTax: 1900,
  cover: 0,
  graceDays: 5,
  lateRate: 600,
  recourseAfterDays: 60,
  minDays: 1,
  maxDays: 180,
  maxInvoiceAgeDays: 90,
  concentration: 10_000,
  verification: 'above',
  verificationAbove: 2_000_000,
  notification: 'disclosed',
  buyerShare: 0,
}

/** An active facility under those terms. */
export function aFacility(changes: Partial<Schemas['FacilityBody']> = {}): Schemas['FacilityBody'] {
  const accepted: Schemas['TermsVersionBody'] = { number: 1, state: 'accepted', hash: 'b'.repeat(64), terms: someTerms, proposedAt: '2026-12-01T12:00:00Z', endedAt: '2026-12-02T12:00:00Z', signedName: 'Ada Brandt' }
  return {
    id: 'f-1',
    companyId: 'c-1',
    kind: 'factoring',
    currency: 'EUR',
    status: 'active',
    version: 2,
    createdAt: '2026-12-01T12:00:00Z',
    terms: someTerms,
    hash: accepted.hash,
    versions: [accepted],
    takesNew: true,
    allowedActions: [],
    ...changes,
  }
}

/** 1,000,000.00 EUR at most, of which 100,000.00 are out and 8,000.00 can be had now. */
export function anAvailability(changes: Partial<Schemas['AvailabilityBody']> = {}): Schemas['AvailabilityBody'] {
  return {
    facilityId: 'f-1',
    kind: 'factoring',
    programmeOf: null,
    currency: 'EUR',
    limit: 100_000_000,
    inUse: 10_000_000,
    offered: 800_000,
    available: 800_000,
    unproven: 0,
    steps: [
      { code: 'limit', label: 'Limit', amount: 100_000_000 },
      { code: 'out', label: 'Out', amount: -10_000_000 },
      { code: 'accepted', label: 'Accepted', amount: 0 },
      { code: 'owed', label: 'Owed', amount: 0 },
      { code: 'room', label: 'Room', amount: 90_000_000 },
      { code: 'offered', label: 'Offered', amount: 800_000 },
      { code: 'available', label: 'Available', amount: 800_000 },
    ],
    fitting: ['r-1'],
    ...changes,
  }
}

/** 3,000.00 EUR that can be had in the programme of Solarwerk AG. */
export function aProgrammeAvailability(changes: Partial<Schemas['AvailabilityBody']> = {}): Schemas['AvailabilityBody'] {
  const { limit: _, inUse: __, ...own } = anAvailability()
  const steps = [
    { code: 'offered' as const, label: 'Offered', amount: 310_000 },
    { code: 'over_debtor_limit' as const, label: 'Over', amount: 0 },
    { code: 'deducted' as const, label: 'Deducted', amount: -10_000 },
    { code: 'available' as const, label: 'Available', amount: 300_000 },
  ]
  return { ...own, facilityId: 'p-1', kind: 'reverse_factoring', programmeOf: 'Solarwerk AG', offered: 310_000, available: 300_000, steps, fitting: ['r-1', 'r-2'], ...changes }
}

/** A receivable of 10,000.00 EUR of Mühle Brandt to Nordwind AG as the house sees it, waiting to be checked. */
export function anExamined(changes: Partial<Schemas['ExaminedReceivableBody']> = {}): Schemas['ExaminedReceivableBody'] {
  return {
    id: 'r-1',
    number: 1,
    reference: 'RF18539007547034',
    status: 'submitted',
    version: 3,
    kind: 'factoring',
    sellerId: 'c-1',
    sellerName: 'Mühle Brandt GmbH',
    debtorId: 'd-1',
    debtorName: 'Nordwind AG',
    debtorState: 'open',
    invoiceNumber: 'RE-100',
    issuedOn: '2027-01-02',
    dueOn: '2027-02-18',
    face: 1_000_000,
    currency: 'EUR',
    figures: { face: 1_000_000, dueOn: '2027-02-18' },
    cashDiscounts: [],
    exceptions: [],
    documents: [{ id: 'doc-1', name: 're-100.pdf', contentType: 'application/pdf', sha256: 'c'.repeat(64), uploadedAt: '2027-01-03T12:00:00Z' }],
    checks: [],
    evidence: [],
    overdue: false,
    entered: { by: 'u-1', at: '2027-01-03T12:00:00Z' },
    allowedActions: [],
    wouldEnd: [],
    ...changes,
  }
}

/** 8,000.00 EUR of an advance, due to Mühle Brandt. */
export function aPayout(changes: Partial<Schemas['PayoutBody']> = {}): Schemas['PayoutBody'] {
  return { id: 'p-1', purpose: 'advance', status: 'due', currency: 'EUR', gross: 800_000, amount: 800_000, dueOn: '2027-01-04', companyId: 'c-1', receivableId: 'r-1', stops: [], ...changes }
}

/** 10,000.00 EUR from Nordwind, of which nobody knows what they pay. */
export function aReceipt(changes: Partial<Schemas['ReceiptBody']> = {}): Schemas['ReceiptBody'] {
  return {
    id: 'e-1',
    on: '2027-02-18',
    valueOn: '2027-02-18',
    amount: 1_000_000,
    currency: 'EUR',
    payer: { name: 'Nordwind AG', iban: 'DE89370400440532013000' },
    text: 'RE-100',
    left: 1_000_000,
    sentBack: 0,
    refunded: 0,
    returnable: changes.left ?? 1_000_000,
    allocations: [],
    enteredAt: '2027-02-18T10:00:00Z',
    ...changes,
  }
}

/** What a second person has to approve. */
export const aWaiting: Schemas['WaitingBody'] = { id: 'w-1', action: 'write_off', hash: 'f'.repeat(64), expiresAt: '2027-02-20T12:00:00Z' }

/** Ada Brandt of an approved company that lets its suppliers be paid early. */
export function aPayer(rights: Schemas['MemberRight'][] = ['enter_invoices', 'approve_payables', 'manage_suppliers'], role: Schemas['MemberRole'] = 'owner'): { data: Schemas['MeBody'] } {
  const { data } = aSeller(rights, role)
  return { data: { ...data, companyDetails: { ...data.companyDetails, wants: ['buyer'] } } }
}

/** A supplier of a programme, as the house sees it. */
export function aProgrammeSupplier(changes: Partial<Schemas['ProgrammeSupplierBody']> = {}): Schemas['ProgrammeSupplierBody'] {
  return { id: 's-1', version: 1, name: 'Sägewerk Harz GmbH', companyId: 'c-9', enrolment: 'enrolled', automatic: 'off', promised: [], mayChangeRate: false, invitedAt: '2027-01-02T12:00:00Z', ...changes }
}

/** Sägewerk Harz, which can be paid early. */
export function aSupplier(changes: Partial<Schemas['SupplierBody']> = {}): Schemas['SupplierBody'] {
  return { id: 's-1', version: 1, legalName: 'Sägewerk Harz GmbH', country: 'DE', registrationNumber: 'HRB 7', email: 'harz@example.com', enrolment: 'enrolled', invitedAt: '2027-01-02T12:00:00Z', ...changes }
}

/** A draft of 10,000.00 EUR to Sägewerk Harz, as its buyer sees it. */
export function aPayable(changes: Partial<Schemas['ReceivableBody']> = {}): Schemas['ReceivableBody'] {
  return { ...aReceivable({ id: 'p-1', kind: 'reverse_factoring', buyerId: null, supplierId: 's-1', supplierName: 'Sägewerk Harz GmbH', invoiceNumber: 'SH-1' }), ...changes }
}

/** A programme of 1,000,000.00 EUR, of which 250,000.00 are used. */
export function aProgramme(changes: Partial<Schemas['ProgrammeBody']> = {}): Schemas['ProgrammeBody'] {
  return {
    facilityId: 'f-2',
    currency: 'EUR',
    status: 'active',
    limit: 100_000_000,
    inUse: 25_000_000,
    free: 75_000_000,
    weeks: [
      { from: '2027-01-04', to: '2027-01-10', toHouse: 1_000_000, toSuppliers: 500_000 },
      { from: '2027-01-11', to: '2027-01-17', toHouse: 0, toSuppliers: 0 },
    ],
    later: 200_000,
    overdue: 0,
    drafts: 0,
    approved: 4_000_000,
    committed: 0,
    paidEarly: 1_000_000,
    payTo: { holder: 'Sooner Finance GmbH', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
    ...changes,
  }
}
