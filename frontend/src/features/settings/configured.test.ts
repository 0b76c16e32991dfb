import { expect, test } from 'vitest'
import { differencesOf } from './configured'

const address = { street: 'Am Wall 1', postalCode: '28195', city: 'Bremen', country: 'DE' }
const profile = { legalName: 'Nordbank Factoring AG', address, registrationNumber: null, taxNumber: null, email: 'office@nordbank.example', phone: null }

test.each([
  ['Nordbank Factoring AG', 'Am Wall 1, 28195 Bremen', []],
  ['NORDBANK  Factoring AG', 'Am Wall 1 · 28195 Bremen, Germany', []],
  ['Nordbank Factoring GmbH', 'Am Wall 1, 28195 Bremen', ['name']],
  ['Nordbank Factoring AG', 'Am Wall 11, 28195 Bremen', ['address']],
  ['Nordbank Factoring AG', '28195 Bremen', ['address']],
  ['Sooner Finance GmbH', 'Börsenplatz 4, 60313 Frankfurt am Main', ['name', 'address']],
])('%s, %s differs in %j', (name, oneLine, differs) => {
  expect(differencesOf(profile, { name, address: oneLine }, 'Germany')).toEqual(differs)
})
