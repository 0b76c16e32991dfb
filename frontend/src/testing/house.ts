import type { Schemas } from '@/api/client'

/** What a house has set that nobody waits for. */
export function someSettings(changes: Partial<Schemas['SettingsBody']> = {}): Schemas['SettingsBody'] {
  return {
    version: 3,
    profile: {
      legalName: 'Sooner Finance GmbH',
      address: { street: 'Speicherstraße 1', postalCode: '20457', city: 'Hamburg', country: 'DE' },
      registrationNumber: 'HRB 4711',
      taxNumber: null,
      email: 'office@sooner.example',
      phone: '+4940123456',
    },
    timeZone: 'Europe/Berlin',
    cutOff: '14:00',
    extraHolidays: [{ date: '2026-12-24', name: 'Christmas Eve' }],
    shortBelow: [{ amount: 500, currency: 'EUR' }],
    pricedOn: 'certain',
    reminders: { beforeDue: [5], afterDue: [] },
    accounts: [{ holder: 'Sooner Finance GmbH', iban: 'DE89370400440532013000', bic: null, currency: 'EUR' }],
    mayChange: true,
    waiting: null,
    ...changes,
  }
}
