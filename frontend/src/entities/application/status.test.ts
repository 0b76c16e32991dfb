import { describe, expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { text } from '@/lib/i18n'
import { onboardingScreen } from './actions'
import { isStatus, statuses, statusNamed, statusNumber, statusOf, statusTabs, statusTitles } from './status'

test.each([
  [0, 'Onboarding not yet completed'],
  [1, 'Documents verification pending'],
  [2, 'Onboarding approved'],
  [3, 'Onboarding disapproved'],
  [4, 'Docs are missing'],
])('the number %d keeps its meaning', (number, title) => {
  const status = statusOf(number)
  expect(status).toMatchObject({ number, isKnown: true })
  expect(text(status.title)).toBe(title)
  expect(text(status.label)).toBe(title)
})

test.each(Object.keys(statuses) as (keyof typeof statuses)[])('%s has its texts, a tab and a number of its own', (name) => {
  const { title, description, nextStep, tab, palette } = statuses[name]
  for (const one of [title, description, tab]) expect(one && text(one)).toMatch(/\w/)
  if (nextStep) expect(text(nextStep)).toMatch(/\w/)
  expect(palette).not.toBe('')
  expect(Object.keys(statuses).filter((other) => statusNumber(other as typeof name) === statusNumber(name))).toEqual([name])
  expect(statusTitles[statusNumber(name)]).toBe(title)
})

test('what waits for the operator comes first', () => {
  expect(statusTabs.map(({ status, label }) => [status, text(label)])).toEqual([
    [1, 'To review'],
    [4, 'Documents requested'],
    [2, 'Approved'],
    [3, 'Disapproved'],
    [0, 'Drafts'],
  ])
})

test.each(['approved', '2'])('an address may name a status by %s', (said) => {
  expect(statusNamed(said)).toBe(statusNumber('approved'))
})

test.each([null, '', '9', 'constructor', 'something_new'])('%s names no status', (said) => {
  expect(statusNamed(said)).toBeUndefined()
})

describe.each([null, undefined])('a missing status (%s)', (missing) => {
  test('means that the form is not filled in', () => {
    expect(statusOf(missing)).toEqual(statusOf(0))
    expect(isStatus(missing, 'not_completed')).toBe(true)
    expect(isStatus(missing, 'pending')).toBe(false)
  })
})

describe.each([99, -1, 1.5, Number.NaN])('the unknown number %d', (number) => {
  test('is none of the known statuses, and says nothing that could be wrong', () => {
    expect(Object.keys(statuses).filter((name) => isStatus(number, name as keyof typeof statuses))).toEqual([])
    const { title, description, nextStep, next, label, isKnown } = statusOf(number)
    expect(text(title)).toBe('Your application')
    expect(text(description)).toBe('We can’t show your application’s status in this version. Reload the page.')
    expect(text(label)).toBe('Unknown status')
    expect([nextStep, next, isKnown]).toEqual([undefined, undefined, false])
  })
})

test('only a company that sells invoices is told of buyers of its own', () => {
  const told = (...wants: Schemas['Want'][]) => text(statusOf(2, { wants }).nextStep ?? { id: '' })
  expect(told('supplier')).toBe('Next: once your customer has approved one of your invoices, you can be paid early.')
  for (const wants of [['buyer'], ['supplier', 'buyer']] as const) expect(told(...wants)).toBe('Next: invite your suppliers and approve their invoices, so that they can be paid early.')
  // Of the way to the first payout Home has a list, while there is one.
  for (const wants of [[], ['seller'], ['supplier', 'seller'], ['buyer', 'seller']] as const) expect(statusOf(2, { wants: [...wants] }).nextStep).toBeUndefined()
  expect(statusOf(1, { wants: ['supplier'] })).toEqual(statusOf(1))
})

test('what is allowed says which onboarding screen it is done on', () => {
  expect(onboardingScreen(['attach_documents', 'submit', 'add_buyers', 'edit_form'])).toBe('form')
  expect(onboardingScreen(['attach_documents', 'resubmit'])).toBe('documents')
  expect(onboardingScreen(['add_buyers'])).toBeNull()
  expect(onboardingScreen([])).toBeNull()
})
