import { fireEvent, act, renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import type { Schemas } from '@/api/client'
import { connection } from '@/api/connection'
import type { Application, Requirement } from '@/entities/application/api'
import { BUYER_DRAFT } from '@/entities/joining/buyer-draft'
import { useKept } from '@/lib/kept'
import { Link } from '@/lib/navigation'
import { timePasses } from '@/testing/begun'
import { anApplication, me, problem } from '@/testing/data'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { aToken, serve } from '@/testing/server'
import { fillStorage } from '@/testing/storage'
import { toValues, valueAt } from './form-values'
import { isSame } from './merge'
import OnboardingPage from './onboarding-page'
import { UploadTray } from './upload-tray'

const server = serve()
const missing = (field: string, message: string, code: Requirement['code'] = 'missing', params: Requirement['params'] = {}): Requirement => ({ field, message, code, params })
const NAME = missing('company.legalName', 'Enter the legal name.')
const FUTURE = missing('company.incorporatedOn', 'Enter today’s date or an earlier one.', 'inconsistent')
const OVER = missing('people', 'The shares add up to more than 100%. Correct them.', 'inconsistent')
const DIRECTOR = missing('people', 'Add at least one director.')

/** Puts a value where a field of the form is; a person who is null is taken away. */
function put(form: Schemas['FormBody'], field: string, value: unknown) {
  const [, id, part] = /^people\[([^\]]*)\](?:\.(.*))?$/.exec(field) ?? []
  if (id !== undefined) {
    const others = form.people.filter((person) => person.id !== id)
    const person = form.people.find((one) => one.id === id)
    const now = part === undefined ? (value as Schemas['PersonBody'] | null) : person && { ...person, [part]: value }
    form.people = now ? [...others, now] : others
    return
  }
  const keys = field.split('.')
  const last = keys.pop() ?? ''
  const place = keys.reduce((at, key) => at[key] as Record<string, unknown>, form as unknown as Record<string, unknown>)
  place[last] = value
}

/** A server that keeps what it is sent, and says what `judge` finds. */
function serveForm(judge: (form: Schemas['FormBody']) => Requirement[], start: Partial<Application['form']> = {}, country: string | null = null) {
  const form = structuredClone({ ...anApplication().form, ...start })
  form.company.legalName = null
  let version = 1
  let isDown = false
  let isFull = false
  let isLosing = false
  const upcoming: ((commit: () => Response) => Response)[] = []
  const sent: Schemas['EditBody'][] = []
  const application = (): { data: Application } => ({ data: anApplication({ version, form: structuredClone(form), missing: judge(form), allowedActions: ['edit_form', 'submit'] }) })
  server.use(
    mock.get('/semi-private/user', () => HttpResponse.json(me({ country }))),
    mock.get('/semi-private/buyers', () => HttpResponse.json({ data: [] })),
    mock.get('/semi-private/onboarding', () => HttpResponse.json(application())),
    mock.patch('/semi-private/onboarding', async ({ request }) => {
      const body = await request.json()
      sent.push(body)
      if (body.changes.some(({ after }) => after === 'nonsense')) {
        return HttpResponse.json(problem('invalid_input', 422, { 'company.website': 'web_address_implausible' }), { status: 422 })
      }
      if (isFull && body.changes.some(({ field }) => field.startsWith('people'))) {
        return HttpResponse.json(problem('invalid_input', 422, { people: { code: 'too_many_people', params: { max: 50 } } }), { status: 422 })
      }
      const commit = () => {
        const isAs = (field: string, value: unknown) => isSame(valueAt(form, field), value ?? null)
        const conflicts = body.changes.filter(({ field, before, after }) => !isAs(field, before) && !isAs(field, after))
        if (conflicts.length > 0) {
          const told = conflicts.map(({ field, before = null, after: mine = null }) => ({ field, before, theirs: valueAt(form, field), mine }))
          return HttpResponse.json({ ...problem('conflict', 409), conflicts: told }, { status: 409 })
        }
        for (const { field, after } of body.changes) put(form, field, after)
        version += 1
        return HttpResponse.json(application())
      }
      if (isLosing) return lost(commit)
      return isDown ? HttpResponse.error() : (upcoming.shift()?.(commit) ?? commit())
    }),
  )
  localStorage.setItem('accessToken', aToken())
  return {
    sent,
    form,
    /** Answers the next saves so. */
    next: (...answers: typeof upcoming) => upcoming.push(...answers),
    /** Nobody can be added any more. */
    full: () => {
      isFull = true
    },
    /** Whether answers get lost: what was sent is done all the same. */
    losing: (now: boolean) => {
      isLosing = now
    },
    /** Whether saves reach the server. */
    down: (now: boolean) => {
      isDown = now
    },
    /** Somebody changes it in another place. */
    elsewhere: (field: string, value: unknown) => {
      put(form, field, value)
      version += 1
    },
  }
}

/** At once, behind what is there: what is typed sign by sign may be saved in between. */
async function enter(field: HTMLElement, text: string) {
  await userEvent.click(field)
  await userEvent.paste(text)
}

const show = (step = 'company') =>
  renderScreen(
    <>
      {['company', 'people', 'submit'].map((id) => <Link key={id} to={`/onboarding?step=${id}`}>to {id}</Link>)}
      <OnboardingPage buyers={null} />
      <UploadTray />
    </>,
    `/onboarding?step=${step}`,
  )
/** All of it in one turn: nothing is saved before what the test does next, however slow the machine is. */
const enterAtOnce = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const goTo = (step: string) => userEvent.click(screen.getByRole('link', { name: `to ${step}` }))

test('what contradicts stands at its field as soon as it is saved, and not while it is being changed', async () => {
  serveForm(({ company }) => ((company.incorporatedOn ?? '') > '2026' ? [FUTURE] : []))
  show()
  const field = await screen.findByLabelText('Date of incorporation')
  await enter(field, '2090-01-01')
  await waitFor(() => {
    expect(field).toHaveAccessibleDescription('Enter today’s date or an earlier one.')
  })
  await userEvent.clear(field)
  await enter(field, '2010-01-01')
  expect(field).not.toHaveAccessibleDescription(/earlier/)
})

test('shares over the whole are said at each of them', async () => {
  const person = (fname: string, ownershipPercent: number | null): Schemas['PersonBody'] => ({ id: fname, fname, lname: 'B', bornOn: '1980-01-01', nationality: null, roles: [], ownershipPercent })
  serveForm(() => [OVER], { people: [person('Ada', 60), person('Bo', 60), person('Cy', null)] })
  show('people')
  const shares = await screen.findAllByLabelText(/Ownership \(%\)/)
  await waitFor(() => {
    expect(shares[0]).toHaveAccessibleDescription('The shares add up to more than 100%. Correct them.')
  })
  expect(shares[1]).toHaveAccessibleDescription('The shares add up to more than 100%. Correct them.')
  expect(shares[2]).toHaveAccessibleDescription('')
})

test('what is blank is called missing once somebody has passed it, and not before', async () => {
  serveForm(({ company }) => (company.legalName ? [DIRECTOR] : [NAME, DIRECTOR]))
  show()
  const field = await screen.findByLabelText('Legal name')
  expect(field).toHaveAccessibleDescription('')
  await userEvent.click(field)
  await userEvent.tab()
  expect(field).toHaveAccessibleDescription('Enter the legal name.')
  await enter(field, 'M')
  await waitFor(() => {
    expect(field).toHaveAccessibleDescription('')
  })
})

test('what is asked for at a list is said there once the step was left', async () => {
  serveForm(() => [NAME, DIRECTOR])
  show('people')
  await screen.findByRole('button', { name: 'Add a person' })
  expect(screen.queryByText('Add at least one director.')).toBeNull()
  await goTo('company')
  await goTo('people')
  expect(screen.getByText('Add at least one director.')).toBeVisible()
})

test('of a person who is added where the step was left before, nothing is called missing before it is passed', async () => {
  serveForm(({ people }) => people.map((_, place) => missing(`people[${place}].fname`, 'Enter the first name.')))
  show('people')
  await userEvent.click(await screen.findByRole('button', { name: 'Add a person' }))
  await goTo('submit')
  await goTo('people')
  await waitFor(() => {
    expect(screen.getByLabelText('First name')).toHaveAccessibleDescription('Enter the first name.')
  })
  await userEvent.click(screen.getByRole('button', { name: 'Add another person' }))
  await timePasses(1000)
  expect(screen.getAllByLabelText('First name').map((field) => field.getAttribute('aria-describedby') === null || !field.matches('[aria-invalid=true]'))).toEqual([false, true])
})

test('the share of an owner is not called optional', async () => {
  serveForm(() => [])
  show('people')
  await userEvent.click(await screen.findByRole('button', { name: 'Add a person' }))
  expect(screen.getByLabelText(/^Ownership.*optional/)).toBeVisible()
  await userEvent.click(screen.getByLabelText('Owns 25% or more'))
  expect(screen.getByLabelText(/^Ownership \(%\)$/)).toBeVisible()
})

test('what is known is filled in, marked as a suggestion, and saved with the first edit', async () => {
  const { sent } = serveForm(() => [], {}, 'GB')
  show()
  const country = await screen.findByLabelText('Country of registration')
  await waitFor(() => {
    expect(country).toHaveValue('GB')
  })
  expect(country).toHaveAccessibleDescription('Our suggestion. Change it if it’s wrong.')
  // What the server doesn’t have is not called saved.
  expect(screen.getByText('Saved as you go')).toBeVisible()
  expect(screen.queryByText('Saved')).toBeNull()
  await timePasses(1000)
  expect(sent).toEqual([])
  await enter(screen.getByLabelText('City'), 'Leeds')
  await waitFor(() => {
    expect(sent.flatMap(({ changes }) => changes.map(({ field, after }) => [field, after]))).toEqual(expect.arrayContaining([['company.country', 'GB'], ['company.address.country', 'GB'], ['company.address.city', 'Leeds']]))
  })
  // The currency follows the country while there is no amount.
  expect(screen.getByLabelText('Currency')).toHaveValue('GBP')
})

test('what is filled in is saved on leaving the step, and once cleared it does not come back', async () => {
  const { form } = serveForm(() => [], {}, 'GB')
  show()
  const country = await screen.findByLabelText('Country of registration')
  await waitFor(() => {
    expect(country).toHaveValue('GB')
  })
  await goTo('people')
  await waitFor(() => {
    expect(form.company.country).toBe('GB')
  })
  await goTo('company')
  await userEvent.selectOptions(screen.getByLabelText('Country of registration'), '')
  await waitFor(() => {
    expect(form.company.country).toBeNull()
  })
  await goTo('people')
  await goTo('company')
  expect(screen.getByLabelText('Country of registration')).toHaveValue('')
})

test('what is filled in gives way to an answer given elsewhere, and asks nobody', async () => {
  const { elsewhere, form } = serveForm(() => [], {}, 'GB')
  show()
  const country = await screen.findByLabelText('Country of registration')
  await waitFor(() => {
    expect(country).toHaveValue('GB')
  })
  elsewhere('company.country', 'FR')
  window.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => {
    expect(country).toHaveValue('FR')
  })
  await enter(screen.getByLabelText('City'), 'Lyon')
  await waitFor(() => {
    expect(form.company.address.city).toBe('Lyon')
  })
  expect(form.company.country).toBe('FR')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the bar, the steps and the check page count the same: what is missing, refused and begun', async () => {
  serveForm(() => [NAME, DIRECTOR])
  beginBuyer(null)
  show()
  await enter(await screen.findByLabelText(/Website/), 'nonsense')
  expect(await screen.findByText('4 items left')).toBeVisible()
  const steps = screen.getByRole('navigation', { name: 'Application steps' })
  const notes = within(steps).getAllByRole('link').map((link) => link.textContent)
  expect(notes).toEqual([expect.stringContaining('2 left'), expect.stringContaining('1 left'), expect.stringContaining('Complete'), expect.stringContaining('1 left'), expect.stringContaining('Complete'), expect.stringContaining('4 left')])
  await goTo('submit')
  expect(screen.getByRole('heading', { name: '4 items left' })).toBeVisible()
})

test('a British company is asked for sort code and account number, and can give another kind; nothing typed is hidden', async () => {
  const company = { ...anApplication().form.company, country: 'GB' }
  const { form } = serveForm(() => [], { company })
  show('bank')
  expect(screen.queryByLabelText('IBAN')).toBeNull()
  const sortCode = await screen.findByLabelText('Sort code')
  await enter(sortCode, '601613')
  expect(sortCode).toHaveValue('60-16-13')
  await enter(screen.getByLabelText('Account number'), '3192-6819')
  await waitFor(() => {
    expect([form.bankAccount.sortCode, form.bankAccount.accountNumber]).toEqual(['601613', '31926819'])
  })
  await userEvent.selectOptions(screen.getByLabelText('Type of account number'), 'iban')
  expect(screen.getByLabelText('IBAN')).toBeVisible()
  expect(sortCode).toHaveValue('60-16-13')
  expect(screen.getByText(/You also entered another type of account number/)).toBeVisible()
})

test('whoever has checked the whole form is told everything at its field, and beside the answers', async () => {
  serveForm(() => [NAME, DIRECTOR])
  show('submit')
  const preview = await screen.findByRole('region', { name: 'What you are about to submit' })
  expect(within(preview).getByText('Enter the legal name.')).toBeVisible()
  expect(within(preview).getByText('Add at least one director.')).toBeVisible()
  await goTo('company')
  expect(screen.getByLabelText('Legal name')).toHaveAccessibleDescription('Enter the legal name.')
})

test('an answer that cannot be saved holds the submission back, also one that nobody has to give', async () => {
  serveForm(() => [])
  show()
  await enter(await screen.findByLabelText(/Website/), 'nonsense')
  expect(await screen.findByText('Not saved yet: fix the marked field')).toBeVisible()
  await goTo('submit')
  expect(screen.getAllByRole('link', { name: 'Enter a web address such as https://example.com.' })[0]).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Submit application' }))
  expect(await screen.findByText('Not submitted: some of your answers are not saved yet.')).toBeVisible()
})

test('only what changed is sent, with what it was', async () => {
  const { sent } = serveForm(() => [])
  show()
  // At once: what is typed slowly is saved in parts.
  await userEvent.click(await screen.findByLabelText('City'))
  await userEvent.paste('Freiburg')
  expect(await screen.findByText('Saved')).toBeVisible()
  expect(sent).toEqual([{ version: 1, changes: [{ field: 'company.address.city', before: null, after: 'Freiburg' }] }])
})

test.each([
  ['Keep mine: Legal name', 'Mine', 'Theirs'],
  ['Use the other: Legal name', 'Theirs', null],
])('where both changed one answer both are shown, and one chooses: %s', async (button, name, before) => {
  const { sent, form, elsewhere } = serveForm(() => [])
  show()
  await screen.findByLabelText('Legal name')
  enterAtOnce('Legal name', 'Mine')
  enterAtOnce('City', 'Freiburg')
  elsewhere('company.legalName', 'Theirs')
  const dialog = await screen.findByRole('dialog', { name: 'Which answer do you want to keep?' })
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
  expect(await screen.findByText('Saved')).toBeVisible()
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
  await enter(screen.getByLabelText('City'), 'Freiburg')
  await waitFor(() => {
    expect(form.company.address.city).toBe('Freiburg')
  })
})

const DIALOG = 'Which answer do you want to keep?'
const lost = (commit: () => Response) => {
  commit()
  return HttpResponse.error()
}

test('an answer that was saved though nobody heard of it is no disagreement with oneself', async () => {
  const { sent, form, next } = serveForm(() => [])
  next(lost)
  show()
  const field = await screen.findByLabelText('Legal name')
  await enter(field, 'Mü')
  expect(await screen.findByText('Offline: saved on this device')).toBeVisible()
  await enter(field, 'hle')
  await waitFor(() => {
    expect(form.company.legalName).toBe('Mühle')
  })
  expect(screen.queryByRole('dialog', { name: DIALOG })).toBeNull()
  expect(field).toHaveValue('Mühle')
  expect(sent.at(-1)?.changes).toEqual([{ field: 'company.legalName', before: 'Mü', after: 'Mühle' }])
})

test('what was typed, perhaps saved, and taken back is taken back at the server too', async () => {
  const { form, next } = serveForm(() => [])
  next(lost)
  show()
  const field = await screen.findByLabelText('Legal name')
  await userEvent.click(field)
  await userEvent.paste('Mü')
  await screen.findByText('Offline: saved on this device')
  await userEvent.clear(field)
  window.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => {
    expect(form.company.legalName).toBeNull()
  })
  expect(field).toHaveValue('')
})

test('a person who was added though nobody heard of it is described further, or taken away', async () => {
  const { form, losing } = serveForm(() => [])
  losing(true)
  show('people')
  await userEvent.click(await screen.findByRole('button', { name: 'Add a person' }))
  await enter(screen.getByLabelText('First name'), 'A')
  expect(await screen.findByText('Offline: saved on this device')).toBeVisible()
  // However often it was tried before the name was there.
  for (let tries = 20; tries > 0 && form.people[0]?.fname !== 'A'; tries -= 1) await timePasses(20_000)
  expect(form.people.map(({ fname }) => fname)).toEqual(['A'])
  await enter(screen.getByLabelText('First name'), 'da')
  await enter(screen.getByLabelText('Last name'), 'Brandt')
  await timePasses(700)
  losing(false)
  await timePasses(4000)
  await waitFor(() => {
    expect(form.people.map(({ fname, lname }) => [fname, lname])).toEqual([['Ada', 'Brandt']])
  })
  expect(screen.queryByRole('dialog', { name: DIALOG })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Remove person 1' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  await waitFor(() => {
    expect(form.people).toEqual([])
  })
  expect(await screen.findByText('Saved')).toBeVisible()
  expect(screen.queryByRole('dialog', { name: DIALOG })).toBeNull()
})

test('a person who was added though nobody heard of it, and taken away before, does not come back', async () => {
  const { form, next } = serveForm(() => [])
  next(lost)
  show('people')
  await userEvent.click(await screen.findByRole('button', { name: 'Add a person' }))
  expect(await screen.findByText('Offline: saved on this device')).toBeVisible()
  expect(form.people).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Remove person 1' }))
  await timePasses(4000)
  await waitFor(() => {
    expect(form.people).toEqual([])
  })
  expect(screen.queryByRole('button', { name: 'Remove person 1' })).toBeNull()
})

test('a page that was closed before it heard of a new person goes on describing them', async () => {
  const ada = (fname: string): Schemas['PersonBody'] => ({ id: 'ada', fname, lname: null, bornOn: null, nationality: null, roles: [], ownershipPercent: null })
  const { form } = serveForm(() => [], { people: [ada('A')] })
  const none = toValues({ ...form, people: [] })
  const kept = { values: toValues({ ...form, people: [ada('Ada')] }), saved: none, base: none, unanswered: { 'people[ada]': [ada('A')] } }
  localStorage.setItem(`onboardingDraft:${me().data.userDetails.id}:before`, JSON.stringify(kept))
  show('people')
  expect(await screen.findByLabelText('First name')).toHaveValue('Ada')
  await waitFor(() => {
    expect(form.people.map(({ fname }) => fname)).toEqual(['Ada'])
  })
  expect(screen.queryByRole('dialog', { name: DIALOG })).toBeNull()
})

test('while somebody chooses, a save that fails is not tried again at once', async () => {
  const { sent, elsewhere, next, down } = serveForm(() => [])
  next((commit) => {
    down(true)
    return commit()
  })
  show()
  await screen.findByLabelText('Legal name')
  enterAtOnce('Legal name', 'Mine')
  enterAtOnce('City', 'Freiburg')
  elsewhere('company.legalName', 'Theirs')
  await screen.findByRole('dialog', { name: DIALOG })
  await timePasses(1500)
  expect(sent).toHaveLength(2)
})

test('what arrives while somebody chooses is what they choose from', async () => {
  const { elsewhere } = serveForm(() => [])
  show()
  await screen.findByLabelText('Legal name')
  enterAtOnce('Legal name', 'Mine')
  elsewhere('company.legalName', 'Theirs')
  const dialog = await screen.findByRole('dialog', { name: DIALOG })
  elsewhere('company.legalName', 'Third')
  window.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => {
    expect(dialog).toHaveTextContent('Saved elsewhereThird')
  })
  await userEvent.click(screen.getByRole('button', { name: 'Use the other: Legal name' }))
  expect(screen.getByLabelText('Legal name')).toHaveValue('Third')
})

test('an answer that is there and lacks something is told so at its field', async () => {
  const owner: Schemas['PersonBody'] = { id: 'ada', fname: 'Ada', lname: 'B', bornOn: '1980-01-01', nationality: null, roles: ['owner'], ownershipPercent: 10 }
  serveForm(() => [missing('people[0].ownershipPercent', 'Person 1: Enter the ownership: 25% or more.', 'missing', { person: 1, minimumPercent: 25 })], { people: [owner] })
  show('people')
  expect(await screen.findByLabelText(/Ownership \(%\)/)).toHaveAccessibleDescription('Enter the ownership: 25% or more.')
})

test('a server that asks for patience is given it, also while one types on', async () => {
  const { sent, next } = serveForm(() => [])
  next(() => HttpResponse.json(problem('too_many_requests', 429), { status: 429, headers: { 'retry-after': '30' } }))
  show()
  await enter(await screen.findByLabelText('City'), 'Frei')
  expect(await screen.findByText('Not saved yet: we’ll try again soon')).toBeVisible()
  expect(screen.getByText('Too many changes at once. We’ll save the rest automatically in a moment.')).toBeVisible()
  await enter(screen.getByLabelText('City'), 'burg')
  await timePasses(1200)
  expect(sent).toHaveLength(1)
})

test('a refusal is no lost connection: it is said, and not asked for again', async () => {
  const { sent, next } = serveForm(() => [])
  next(() => HttpResponse.json(problem('not_editable', 409), { status: 409 }))
  show()
  await enter(await screen.findByLabelText('City'), 'Freiburg')
  expect(await screen.findByText('Not saved')).toBeVisible()
  expect(screen.getByText('You can’t change the application at this stage.')).toBeVisible()
  await timePasses(4500)
  expect(sent).toHaveLength(1)
})

test('a full list of people holds back who was added, and nothing else', async () => {
  const { form, full } = serveForm(() => [])
  full()
  show('people')
  await userEvent.click(await screen.findByRole('button', { name: 'Add a person' }))
  await goTo('company')
  await enter(screen.getByLabelText('City'), 'Freiburg')
  await waitFor(() => {
    expect(form.company.address.city).toBe('Freiburg')
  })
  expect(await screen.findByText('Not saved yet: fix the marked field in “People”')).toBeVisible()
  await goTo('people')
  expect(within(screen.getByRole('region', { name: 'Person 1' })).getByText('Add at most 50 people.')).toBeVisible()
})

test('a browser that keeps nothing still saves, and says so where it cannot', async () => {
  const { form, down } = serveForm(() => [])
  show()
  const field = await screen.findByLabelText('City')
  fillStorage()
  await enter(field, 'Frei')
  await waitFor(() => {
    expect(form.company.address.city).toBe('Frei')
  })
  down(true)
  await enter(field, 'burg')
  expect(await screen.findByText('Not saved yet: keep this page open')).toBeVisible()
})

test('a save that breaks off does not end saving', async () => {
  const { form } = serveForm(() => [])
  show()
  const field = await screen.findByLabelText('City')
  const clone = globalThis.structuredClone
  let isBroken = true
  vi.stubGlobal('structuredClone', (value: object) => {
    if (!isBroken || !('company' in value)) return clone(value)
    isBroken = false
    throw new Error('broken')
  })
  await enter(field, 'Frei')
  expect(await screen.findByText('Not saved yet: we’ll try again soon')).toBeVisible()
  await enter(field, 'burg')
  await waitFor(() => {
    expect(form.company.address.city).toBe('Freiburg')
  })
})

test('what is submitted while an answer cannot be saved is submitted once it is', async () => {
  const { form, down } = serveForm(() => [])
  let submitted = 0
  server.use(
    mock.post('/semi-private/onboarding/submit', () => {
      submitted += 1
      return HttpResponse.json({ data: anApplication({ version: 9, form, status: 1 }) })
    }),
  )
  down(true)
  show()
  await enter(await screen.findByLabelText('City'), 'Freiburg')
  await goTo('submit')
  await userEvent.click(screen.getByRole('button', { name: 'Submit application' }))
  expect(await screen.findByText('Connection lost. We’ll submit it as soon as you’re back online.')).toBeVisible()
  expect(screen.queryByText(/Not submitted/)).toBeNull()
  down(false)
  connection.reached()
  await waitFor(() => {
    expect(submitted).toBe(1)
  })
  expect(form.company.address.city).toBe('Freiburg')
})

/** Types something about a buyer in this tab and leaves it. */
function beginBuyer(id: string | null) {
  const { result, unmount } = renderHook(() => useKept<object>(BUYER_DRAFT, me().data.userDetails.id))
  act(() => {
    result.current[1]({ id, values: {} })
  })
  unmount()
}

test('a buyer that was begun is left to do, and holds the submission back', async () => {
  serveForm(() => [])
  beginBuyer(null)
  show('submit')
  expect((await screen.findAllByRole('link', { name: 'Save or discard the buyer you started.' }))[0]).toBeVisible()
  expect(screen.queryByText('Ready to submit')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Submit application' }))
  expect(screen.getByText('Not submitted: first finish or discard what you started.')).toBeVisible()
})

test('whoever is described already is not removed before that was confirmed', async () => {
  const { form } = serveForm(() => [])
  show('people')
  await userEvent.click(await screen.findByRole('button', { name: 'Add a person' }))
  await enter(screen.getByLabelText('First name'), 'Ada')
  await userEvent.click(screen.getByRole('button', { name: 'Remove person 1' }))
  const asks = screen.getByRole('group', { name: 'Remove person 1?' })
  expect(within(asks).getByRole('button', { name: 'Keep' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(screen.getByRole('button', { name: 'Remove person 1' })).toHaveFocus()
  expect(screen.getByLabelText('First name')).toHaveValue('Ada')
  await userEvent.click(screen.getByRole('button', { name: 'Remove person 1' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  expect(screen.queryByLabelText('First name')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Add a person' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove person 1' }))
  expect(screen.queryByLabelText('First name'), 'of a blank one nothing is lost').toBeNull()
  await waitFor(() => {
    expect(form.people).toEqual([])
  })
})

test('files on their way and without a kind are left to do', async () => {
  serveForm(() => [])
  server.use(mock.post('/semi-private/documents', () => new Promise<Response>(() => undefined)))
  show('documents')
  await userEvent.upload(await screen.findByLabelText('Files: several documents'), new File(['x'], 'unsorted.pdf', { type: 'application/pdf' }))
  expect(screen.getByText('Not all files are uploaded yet')).toBeVisible()
  await userEvent.upload(screen.getByLabelText('Files: Proof of address'), new File(['png'], 'scan.png', { type: 'image/png' }))
  await goTo('submit')
  expect(screen.getAllByRole('link', { name: '1 file is still being uploaded.' })[0]).toBeVisible()
  expect(screen.getAllByRole('link', { name: '1 file still has to be sorted.' })[0]).toBeVisible()
  expect(screen.queryByText('Ready to submit')).toBeNull()
})

/** The form of a supplier who was invited by a customer, and what the server would ask for. */
function serveSupplier() {
  const company = { ...anApplication().form.company, wants: ['supplier' as const] }
  const more = [missing('company.industry', 'Choose the industry.'), missing('buyers', 'Add at least one buyer that you invoice.', 'buyer_missing')]
  return serveForm(({ company: { wants, legalName } }) => [...(legalName ? [] : [NAME]), ...(wants.includes('seller') ? more : [])], { company })
}
const stepNames = () => within(screen.getByRole('navigation', { name: 'Application steps' })).getAllByRole('link').map(({ textContent }) => textContent)

test('a supplier who was invited is shown what it is asked for, and the rest once it wants to sell', async () => {
  serveSupplier()
  show()
  const card = await screen.findByRole('checkbox', { name: 'Get paid early by a customer' })
  expect(card).toBeChecked()
  const unasked = ['Date of incorporation', 'Industry', /Trading name/, /Website/, /Last year’s turnover/]
  for (const label of unasked) expect(screen.queryByLabelText(label)).toBeNull()
  expect(screen.getByLabelText('Legal name')).toBeVisible()
  expect(stepNames().filter((name) => name?.includes('Buyers'))).toEqual([])
  await userEvent.click(screen.getByRole('checkbox', { name: 'Sell my invoices (factoring)' }))
  for (const label of unasked) expect(screen.getByLabelText(label)).toBeVisible()
  expect(stepNames().filter((name) => name?.includes('Buyers'))).toHaveLength(1)
})

test('what a supplier answered before stays where it can be changed', async () => {
  const { form } = serveSupplier()
  form.company.website = 'https://muehle-brandt.example'
  form.people = [{ id: 'a', fname: 'Ada', lname: 'B', bornOn: null, nationality: null, roles: ['owner'], ownershipPercent: 60 }, { id: 'b', fname: 'Bo', lname: 'B', bornOn: null, nationality: null, roles: [], ownershipPercent: null }]
  show()
  expect(await screen.findByLabelText(/Website/)).toHaveValue('https://muehle-brandt.example')
  await goTo('people')
  expect(screen.getByText('Add one person authorised to sign for your company.')).toBeVisible()
  expect(screen.getAllByLabelText(/Ownership/)).toHaveLength(1)
})

test('the choice of a supplier is for whoever was invited, and can be made again once it was taken back', async () => {
  serveForm(() => [])
  const { unmount } = show()
  await screen.findByRole('checkbox', { name: 'Sell my invoices (factoring)' })
  expect(screen.queryByRole('checkbox', { name: 'Get paid early by a customer' })).toBeNull()
  unmount()
  serveSupplier()
  show()
  const card = await screen.findByRole('checkbox', { name: 'Get paid early by a customer' })
  await userEvent.click(card)
  expect(card).not.toBeChecked()
  await userEvent.click(card)
  expect(card).toBeChecked()
})

test('a supplier who follows a link to the buyers begins with the company', async () => {
  serveSupplier()
  show('buyers')
  expect(await screen.findByLabelText('Legal name')).toBeVisible()
})

test('what was filled in and not saved is kept on this device, where a reload finds it', async () => {
  const { form } = serveForm(() => [], {}, 'GB')
  show()
  const country = await screen.findByLabelText('Country of registration')
  await waitFor(() => {
    expect(country).toHaveValue('GB')
  })
  // A reload lets nothing be sent: only what the device keeps comes back.
  const kept = Object.entries(localStorage).map(([key, value]) => `${key} ${String(value)}`).join(' ')
  expect(kept).toContain('"GB"')
  expect(form.company.country).not.toBe('GB')
})
