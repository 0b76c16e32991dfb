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
      membership: { role: 'owner', rights: ['edit_application', 'name_buyers', 'change_bank_account', 'manage_members'] },
      operator:
        changes.role === 'operator'
          ? { roles: ['reviewer'], rights: ['read_applications', 'review', 'decide_payee_accounts'] }
          : { roles: [], rights: [] },
    },
  }
}

const rightsOf = {
  reviewer: ['read_applications', 'review', 'decide_payee_accounts', 'read_receivables', 'read_facilities'],
  credit: ['read_applications', 'read_receivables', 'manage_receivables', 'read_ledger', 'read_payments', 'read_facilities', 'manage_facilities', 'manage_debtors'],
  treasury: ['read_applications', 'read_receivables', 'read_ledger', 'book_entries', 'read_payments', 'manage_payments', 'read_facilities'],
  admin: ['read_operators', 'manage_operators', 'move_clock', 'manage_house', 'read_receivables', 'read_ledger', 'read_facilities'],
  auditor: ['read_applications', 'read_operators', 'read_receivables', 'read_ledger', 'read_payments', 'read_facilities'],
} satisfies { [R in Schemas['OperatorRole']]: Schemas['OperatorRight'][] }

/** Ada Brandt as an operator in these roles. */
export function anOperator(...roles: Schemas['OperatorRole'][]): { data: Schemas['MeBody'] } {
  return { data: { ...me({ role: 'operator' }).data, operator: { roles, rights: [...new Set(roles.flatMap((role) => rightsOf[role]))] } } }
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

/** What is wrong with each field, by its code and the limits it broke. */
type Refused = Record<string, Schemas['InvalidCode'] | Schemas['InvalidBody']>

/** What the server's sentences say is nobody's to read: the client has words of its own. */
export function problem(code: Schemas['ErrorCode'], status: number, refused: Refused = {}): Schemas['ProblemBody'] {
  const each = <T>(make: (invalid: Schemas['InvalidBody']) => T) =>
    Object.fromEntries(Object.entries(refused).map(([field, invalid]) => [field, [make(typeof invalid === 'string' ? { code: invalid, params: {} } : invalid)]]))
  const fields = each(() => 'The server’s sentence.') as Schemas['ProblemBody']['fields']
  return { type: `urn:sooner:problem:${code}`, title: code, status, code, detail: 'For people.', requestId: 'r-1', fields, fieldCodes: each((invalid) => invalid) }
}
