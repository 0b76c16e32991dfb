import type { Schemas } from '@/api/client'

/** Ada Brandt, verified, with a blank application. */
export function me(changes: Partial<Schemas['UserDetailsBody']> = {}): { data: Schemas['MeBody'] } {
  return {
    data: {
      userDetails: {
        id: '00000000-0000-7000-8000-000000000001',
        email: 'ada@example.com',
        fname: 'Ada',
        lname: 'Brandt',
        phone: '+4915112345678',
        country: 'DE',
        countryCode: '+49',
        emailVerified: true,
        phoneVerified: true,
        role: 'member',
        secondFactor: false,
        language: 'en',
        onboarding_status: 0,
        ...changes,
      },
      companyDetails: { address: {}, wants: [] } as unknown as Schemas['CompanyBody'],
      pendingBuyers: [],
    },
  }
}

/** A blank application, to be filled in. */
export function anApplication(changes: Partial<Schemas['OnboardingBody']> = {}): Schemas['OnboardingBody'] {
  return {
    status: 0,
    version: 1,
    form: { company: { legalName: 'Mühle Brandt GmbH', address: {}, wants: [] }, people: [], bankAccount: {} } as unknown as Schemas['FormBody'],
    documents: [],
    missing: [],
    progress: { met: 30, asked: 30 },
    allowedActions: [],
    history: [],
    ...changes,
  }
}

export function problem(code: Schemas['ErrorCode'], status: number, fields: Record<string, string[]> = {}): Schemas['ProblemBody'] {
  return { type: `urn:sooner:problem:${code}`, title: code, status, code, detail: 'For people.', requestId: 'r-1', fields: fields as Schemas['ProblemBody']['fields'] }
}
