import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { Schemas } from '@/api/client'
import { chooseLanguage } from '@/lib/i18n'
import { problem } from '@/testing/data'
import { anOffer } from '@/testing/financing'
import { mock } from '@/testing/mock'
import { renderScreen } from '@/testing/render'
import { theme } from '@/ui/color-scheme'
import { serve } from '@/testing/server'
import { Landing } from './landing'

const server = serve()

const FACTORING: Schemas['AdvertisedBody'][] = [{ kind: 'factoring', currency: 'EUR' }]

/** What a house advertises, and what it answers whoever asks the price. */
function advertise(advertised = FACTORING, answer: (wanted: Schemas['WantedBody']) => Schemas['PriceBody'] = () => anOffer()) {
  const asked: Schemas['WantedBody'][] = []
  server.use(
    mock.get('/quote', () => HttpResponse.json({ data: advertised })),
    mock.post('/quote', async ({ request }) => {
      const wanted = (await request.json()) as Schemas['WantedBody']
      asked.push(wanted)
      return HttpResponse.json({ data: { offer: answer(wanted) } })
    }),
  )
  return { asked }
}

const daysOf = (wanted: Schemas['WantedBody'] | undefined) => (Date.parse(wanted?.dueOn ?? '') - Date.parse(wanted?.payoutOn ?? '')) / 86_400_000

beforeEach(() => {
  advertise([])
})

test('one heading of the page, then sections and parts in order', () => {
  renderScreen(<Landing />)
  const levels = screen.getAllByRole('heading').map((heading) => Number(heading.tagName.slice(1)))
  expect(levels[0]).toBe(1)
  expect(levels.filter((level) => level === 1)).toHaveLength(1)
  levels.forEach((level, index) => {
    expect(level - (levels[index - 1] ?? 1)).toBeLessThanOrEqual(1)
  })
})

test('every picture says what it shows and how large it is, and only the first is fetched at once', () => {
  renderScreen(<Landing />)
  const pictures = screen.getAllByRole('img')
  expect(pictures.length).toBeGreaterThan(2)
  for (const picture of pictures) {
    expect(picture.getAttribute('alt')?.length).toBeGreaterThan(10)
    expect(Number(picture.getAttribute('width'))).toBeGreaterThan(300)
    expect(Number(picture.getAttribute('height'))).toBeGreaterThan(300)
  }
  expect(pictures.map((picture) => picture.getAttribute('loading'))).toEqual(['eager', ...pictures.slice(1).map(() => 'lazy')])
})

test('there are pictures for light and dark, phones and desks, in each language', async () => {
  const { unmount } = renderScreen(<Landing />)
  const shown = () => [...document.querySelectorAll('picture source, picture img')].map((one) => one.getAttribute('srcset') ?? one.getAttribute('src') ?? '')
  const english = shown()
  expect(english.every((address) => address.endsWith('.webp'))).toBe(true)
  for (const part of ['-en-light-wide', '-en-dark-wide', '-en-light-phone', '-en-dark-phone']) expect(english.some((address) => address.includes(part)), part).toBe(true)
  unmount()
  await chooseLanguage('de')
  renderScreen(<Landing />)
  expect(shown().every((address) => address.includes('-de-'))).toBe(true)
})

test('it says what sellers and buyers can do', () => {
  renderScreen(<Landing />)
  expect(screen.getByText(/Join, apply, and sell the invoices that your buyers owe\. Or, as a buyer, let your suppliers be paid early\./)).toBeVisible()
})

const field = (label: string | RegExp) => screen.getByLabelText(label)

async function type(label: string | RegExp, value: string) {
  await userEvent.clear(field(label))
  if (value) await userEvent.type(field(label), value)
}

test('the calculator asks whoever prices invoices, and shows the contract’s first example to the cent', async () => {
  const { asked } = advertise()
  renderScreen(<Landing />)
  expect(await screen.findByText('Simple APR', { exact: false })).toHaveTextContent('That is 27.38% a year')
  expect(screen.getByText('You receive €8,000.00 now; the cost is €270.00, 2.7% of the invoice.')).toBeInTheDocument()
  expect(screen.getByText('€1,730.00')).toBeVisible()
  expect(screen.getByText('€8,000.00 × 45 days × 12% ÷ 360')).toBeVisible()
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatchObject({ kind: 'factoring', currency: 'EUR', face: 1_000_000 })
  expect(daysOf(asked[0])).toBe(45)
})

test('other days are asked for anew, and who listens hears them', async () => {
  const { asked } = advertise()
  renderScreen(<Landing />)
  const slider = await screen.findByRole('slider', { name: 'Time until your buyer pays' })
  expect(slider).toHaveAttribute('aria-valuetext', '45 days')
  fireEvent.change(slider, { target: { value: '1' } })
  expect(slider).toHaveAttribute('aria-valuetext', '1 day')
  await waitFor(() => {
    expect(daysOf(asked.at(-1))).toBe(1)
  })
})

test('in reverse factoring the supplier gets the invoice less the discount, and the buyer pays it whole', async () => {
  const { asked } = advertise([...FACTORING, { kind: 'reverse_factoring', currency: 'EUR' }], () => ({ ...anOffer(), advance: 1_000_000, reserve: 0, payout: 992_500, release: 0, cost: 7_500, discount: 7_500, serviceFee: 0 }))
  renderScreen(<Landing />)
  await userEvent.click(await screen.findByRole('radio', { name: 'Reverse factoring' }))
  expect(await screen.findByText('Your supplier receives now')).toBeVisible()
  await waitFor(() => {
    expect(asked.at(-1)).toMatchObject({ kind: 'reverse_factoring' })
  })
  expect(screen.getByText('Your supplier receives €9,925.00 now; the cost is €75.00, 0.75% of the invoice.')).toBeInTheDocument()
  expect(within(screen.getByText('You pay when it is due').parentElement?.parentElement as HTMLElement).getByText('€10,000.00')).toBeVisible()
})

test('each currency that is advertised can be asked for', async () => {
  const { asked } = advertise([...FACTORING, { kind: 'factoring', currency: 'USD' }], ({ currency }) => ({ ...anOffer(), currency }))
  renderScreen(<Landing />)
  await userEvent.click(await screen.findByRole('radio', { name: 'USD' }))
  expect(field(/^Invoice amount, with VAT/)).toHaveAccessibleDescription(/USD/)
  expect((await screen.findAllByText('$8,000.00'))[0]).toBeVisible()
  expect(asked.at(-1)).toMatchObject({ currency: 'USD' })
})

test.each(['a lot', '', '10000000.01', '0', '-5'])('%j is no amount: the field says what to enter, and nothing is shown', async (value) => {
  advertise()
  renderScreen(<Landing />)
  await screen.findByText('You receive now')
  await type(/^Invoice amount/, value)
  expect(field(/^Invoice amount/)).toHaveAccessibleDescription('Enter an amount up to €10,000,000.00. EUR')
  expect(screen.queryByText('You receive now')).toBeNull()
})

test('where the charges are more than the reserve, it says that one owes', async () => {
  advertise(FACTORING, () => ({ ...anOffer(), release: -5_000 }))
  renderScreen(<Landing />)
  expect(await screen.findByText('You owe at the end')).toBeVisible()
  expect(screen.getByText('€50.00')).toBeVisible()
})

test('the example says that it is one, and whose terms count', async () => {
  advertise()
  renderScreen(<Landing />)
  expect(await screen.findByText('An example under the terms we advertise. What you pay is in the terms we agree with you.')).toBeVisible()
})

test('where nothing is advertised, it says how one learns the price', async () => {
  advertise([])
  renderScreen(<Landing />)
  expect(await screen.findByText(/^We agree the rates with each company/)).toHaveTextContent('create an account, apply, and we make you an offer.')
  expect(screen.queryByRole('slider')).toBeNull()
})

test('what is refused is said, and so is a server that does not answer', async () => {
  advertise()
  server.use(mock.post('/quote', () => HttpResponse.json(problem('invalid_input', 422, { face: 'nothing_to_pay' }), { status: 422 })))
  const { unmount } = renderScreen(<Landing />)
  expect(await screen.findByText('Enter a larger amount: fees and discount would use up the advance.')).toBeVisible()
  unmount()
  server.use(mock.get('/quote', () => HttpResponse.json(problem('internal', 500), { status: 500 })))
  renderScreen(<Landing />)
  expect(await screen.findByRole('alert')).toBeVisible()
})

test.each(['light', 'dark'] as const)('pictures are as %s as was chosen, however the system is set', (chosen) => {
  theme.set(chosen)
  renderScreen(<Landing />)
  const shown = [...document.querySelectorAll('picture source, picture img')].map((one) => one.getAttribute('srcset') ?? one.getAttribute('src') ?? '')
  expect(shown.length).toBeGreaterThan(2)
  expect(shown.filter((one) => !one.includes(`-${chosen}-`))).toEqual([])
  theme.set('system')
})
