import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import type { Application, Requirement } from '@/api/onboarding'
import { Link } from '@/lib/navigation'
import { anApplication, me, problem } from '@/testing/data'
import { renderScreen } from '@/testing/render'
import { aToken, API, serve } from '@/testing/server'
import OnboardingPage from './onboarding-page'

const server = serve()

// What is not saved yet is sent as the screen goes away.
afterEach(async () => {
  cleanup()
  await new Promise((resolve) => setTimeout(resolve, 100))
})
const missing = (field: string, message: string, code: Requirement['code'] = 'missing'): Requirement => ({ field, message, code, params: {} }) as Requirement
const NAME = missing('company.legalName', 'Give the legal name of the company.')
const FUTURE = missing('company.incorporatedOn', 'This day lies in the future.', 'inconsistent')
const OVER = missing('people', 'The shares add up to more than 100 %.', 'inconsistent')
const DIRECTOR = missing('people', 'Name at least one director.')

/** Puts a value where a field of the form is. */
function put(form: Schemas['FormBody'], field: string, value: unknown) {
  const keys = field.split('.')
  const last = keys.pop() ?? ''
  const place = keys.reduce((at, key) => at[key] as Record<string, unknown>, form as unknown as Record<string, unknown>)
  place[last] = value
}

/** A server that keeps what it is sent, and says what `judge` finds. */
function serveForm(judge: (form: Schemas['FormBody']) => Requirement[], start: Partial<Application['form']> = {}) {
  const form = structuredClone({ ...anApplication().form, ...start })
  form.company.legalName = null
  let version = 1
  const sent: Schemas['EditBody'][] = []
  const application = (): { data: Application } => ({ data: anApplication({ version, form: structuredClone(form), missing: judge(form), allowedActions: ['edit_form', 'submit'] }) })
  server.use(
    http.get(`${API}/semi-private/user`, () => HttpResponse.json(me())),
    http.get(`${API}/semi-private/buyers`, () => HttpResponse.json({ data: [] })),
    http.get(`${API}/semi-private/onboarding`, () => HttpResponse.json(application())),
    http.patch<never, Schemas['EditBody']>(`${API}/semi-private/onboarding`, async ({ request }) => {
      const body = await request.json()
      sent.push(body)
      if (body.changes.some(({ after }) => after === 'nonsense')) {
        return HttpResponse.json(problem('invalid_input', 422, { 'company.website': ['Enter a web address such as https://example.com.'] }), { status: 422 })
      }
      const conflicts = body.changes.filter(({ field, before }) => field === 'company.legalName' && before !== form.company.legalName)
      if (conflicts.length > 0) {
        const told = conflicts.map(({ field, before = null, after: mine = null }) => ({ field, before, theirs: form.company.legalName, mine }))
        return HttpResponse.json({ ...problem('conflict', 409), conflicts: told }, { status: 409 })
      }
      for (const { field, after } of body.changes) put(form, field, after)
      version += 1
      return HttpResponse.json(application())
    }),
  )
  localStorage.setItem('accessToken', aToken())
  return {
    sent,
    form,
    /** Somebody changes it in another place. */
    elsewhere: (field: string, value: unknown) => {
      put(form, field, value)
      version += 1
    },
  }
}

const show = (step = 'company') =>
  renderScreen(
    <>
      {['company', 'people', 'submit'].map((id) => <Link key={id} to={`/onboarding?step=${id}`}>to {id}</Link>)}
      <OnboardingPage buyers={null} />
    </>,
    `/onboarding?step=${step}`,
  )
const goTo = (step: string) => userEvent.click(screen.getByRole('link', { name: `to ${step}` }))

test('what contradicts stands at its field as soon as it is saved, and not while it is being changed', async () => {
  serveForm(({ company }) => ((company.incorporatedOn ?? '') > '2026' ? [FUTURE] : []))
  show()
  const field = await screen.findByLabelText('Date of incorporation')
  await userEvent.type(field, '2090-01-01')
  await waitFor(() => {
    expect(field).toHaveAccessibleDescription('This day lies in the future.')
  }, { timeout: 3000 })
  await userEvent.clear(field)
  await userEvent.type(field, '2010-01-01')
  expect(field).toHaveAccessibleDescription('')
})

test('shares over the whole are said at each of them', async () => {
  const person = (fname: string, ownershipPercent: number | null): Schemas['PersonBody'] => ({ id: fname, fname, lname: 'B', bornOn: '1980-01-01', nationality: null, roles: [], ownershipPercent })
  serveForm(() => [OVER], { people: [person('Ada', 60), person('Bo', 60), person('Cy', null)] })
  show('people')
  const shares = await screen.findAllByLabelText(/Share in per cent/)
  await waitFor(() => {
    expect(shares[0]).toHaveAccessibleDescription('The shares add up to more than 100 %.')
  })
  expect(shares[1]).toHaveAccessibleDescription('The shares add up to more than 100 %.')
  expect(shares[2]).toHaveAccessibleDescription('')
})

test('what is blank is called missing once somebody has passed it, and not before', async () => {
  serveForm(() => [NAME, DIRECTOR])
  show()
  const field = await screen.findByLabelText('Legal name')
  expect(field).toHaveAccessibleDescription('')
  await userEvent.click(field)
  await userEvent.tab()
  expect(field).toHaveAccessibleDescription('Give the legal name of the company.')
  await userEvent.type(field, 'M')
  expect(field).toHaveAccessibleDescription('')
})

test('what is asked for at a list is said there once the step was left', async () => {
  serveForm(() => [NAME, DIRECTOR])
  show('people')
  await screen.findByRole('button', { name: 'Add a person' })
  expect(screen.queryByText('Name at least one director.')).toBeNull()
  await goTo('company')
  await goTo('people')
  expect(screen.getByText('Name at least one director.')).toBeVisible()
})

test('whoever has checked the whole form is told everything at its field, and beside the answers', async () => {
  serveForm(() => [NAME, DIRECTOR])
  show('submit')
  const preview = await screen.findByRole('region', { name: 'What you are about to submit' })
  expect(within(preview).getByText('Give the legal name of the company.')).toBeVisible()
  expect(within(preview).getByText('Name at least one director.')).toBeVisible()
  await goTo('company')
  expect(screen.getByLabelText('Legal name')).toHaveAccessibleDescription('Give the legal name of the company.')
})

test('an answer that cannot be saved holds the submission back, also one that nobody has to give', async () => {
  serveForm(() => [])
  show()
  await userEvent.type(await screen.findByLabelText(/Website/), 'nonsense')
  expect(await screen.findByText('Not saved yet: fix the marked field', {}, { timeout: 3000 })).toBeVisible()
  await goTo('submit')
  expect(screen.getByRole('link', { name: 'Enter a web address such as https://example.com.' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Submit the application' }))
  expect(await screen.findByText('Not submitted: some of your answers are not saved yet.')).toBeVisible()
})

test('only what changed is sent, with what it was', async () => {
  const { sent } = serveForm(() => [])
  show()
  await userEvent.type(await screen.findByLabelText('City'), 'Freiburg')
  expect(await screen.findByText('Saved', {}, { timeout: 3000 })).toBeVisible()
  expect(sent).toEqual([{ version: 1, changes: [{ field: 'company.address.city', before: null, after: 'Freiburg' }] }])
})

test.each([
  ['Keep mine: Legal name', 'Mine', 'Theirs'],
  ['Take the other: Legal name', 'Theirs', null],
])('where both changed one answer both are shown, and one chooses: %s', async (button, name, before) => {
  const { sent, form, elsewhere } = serveForm(() => [])
  show()
  await userEvent.type(await screen.findByLabelText('Legal name'), 'Mine')
  await userEvent.type(screen.getByLabelText('City'), 'Freiburg')
  elsewhere('company.legalName', 'Theirs')
  const dialog = await screen.findByRole('dialog', { name: 'Which answer should stay?' }, { timeout: 3000 })
  expect(dialog).toHaveTextContent('Typed hereMine')
  expect(dialog).toHaveTextContent('Saved elsewhereTheirs')
  // What nobody disagrees about does not wait.
  await waitFor(() => {
    expect(form.company.address.city).toBe('Freiburg')
  })
  expect(form.company.legalName).toBe('Theirs')
  await userEvent.click(screen.getByRole('button', { name: button }))
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  expect(await screen.findByText('Saved', {}, { timeout: 3000 })).toBeVisible()
  expect(screen.getByLabelText('Legal name')).toHaveValue(name)
  expect(form.company.legalName).toBe(name)
  if (before) expect(sent.at(-1)?.changes).toEqual([{ field: 'company.legalName', before, after: 'Mine' }])
})

test('what is changed elsewhere shows, and what is typed after it is saved', async () => {
  const { form, elsewhere } = serveForm(() => [])
  show()
  await screen.findByLabelText('City')
  elsewhere('company.legalName', 'Theirs')
  document.dispatchEvent(new Event('visibilitychange'))
  window.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => {
    expect(screen.getByLabelText('Legal name')).toHaveValue('Theirs')
  })
  await userEvent.type(screen.getByLabelText('City'), 'Freiburg')
  await waitFor(() => {
    expect(form.company.address.city).toBe('Freiburg')
  }, { timeout: 3000 })
})
