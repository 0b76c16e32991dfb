import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { chooseLanguage } from '@/lib/i18n'
import { renderScreen } from '@/testing/render'
import { theme } from '@/ui/color-scheme'
import { serve } from '@/testing/server'
import { Landing } from './landing'

serve()

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

test('it says what there is today and what is to come', () => {
  renderScreen(<Landing />)
  expect(screen.getByText(/Today you can join, apply and add your buyers in Sooner\. Selling invoices and early payment follow/)).toBeVisible()
})

const field = (label: string | RegExp) => screen.getByLabelText(label)

async function type(label: string | RegExp, value: string) {
  await userEvent.clear(field(label))
  if (value) await userEvent.type(field(label), value)
}

test('the calculator shows the contract’s first example to the cent', async () => {
  renderScreen(<Landing />)
  await type(/^Invoice amount/, '10,000.00')
  expect(screen.getByText('Simple APR', { exact: false })).toHaveTextContent('That is 27.38% a year')
  const status = screen.getByRole('status')
  expect(status).toHaveTextContent('You receive €8,000.00 now; the cost is €270.00, 2.7% of the invoice.')
  expect(screen.getByText('€1,730.00')).toBeVisible()
  expect(screen.getByText('€8,000.00 × 45 days × 12% ÷ 360')).toBeVisible()
})

test('fewer days cost less, and who listens hears the days', () => {
  renderScreen(<Landing />)
  const slider = screen.getByRole('slider', { name: 'Time until your buyer pays' })
  expect(slider).toHaveAttribute('aria-valuetext', '45 days')
  fireEvent.change(slider, { target: { value: '1' } })
  expect(slider).toHaveAttribute('aria-valuetext', '1 day')
  expect(screen.getByText('€2.67')).toBeVisible()
})

test('in reverse factoring the supplier gets the invoice less the discount, and the buyer pays it whole', async () => {
  renderScreen(<Landing />)
  await userEvent.click(screen.getByRole('radio', { name: 'Reverse factoring' }))
  expect(screen.queryByLabelText(/^Advance rate/)).toBeNull()
  expect(screen.getByText('Your supplier receives now')).toBeVisible()
  expect(screen.getByRole('status')).toHaveTextContent('Your supplier receives €9,925.00 now; the cost is €75.00, 0.75% of the invoice.')
  expect(within(screen.getByText('You pay when it is due').parentElement?.parentElement as HTMLElement).getByText('€10,000.00')).toBeVisible()
})

test.each([
  [/^Invoice amount/, 'a lot', 'Enter an amount up to €10,000,000.00.'],
  [/^Invoice amount/, '', 'Enter an amount up to €10,000,000.00.'],
  [/^Invoice amount/, '10000000.01', 'Enter an amount up to €10,000,000.00.'],
  [/^Advance rate/, '101', 'Enter 1 to 100.'],
  [/^Discount a year/, '-1', 'Enter 0 to 60.'],
  [/^Service fee/, '10.01', 'Enter 0 to 10.'],
])('%s of %j is no figure: the field says what to enter, and no result is shown', async (label, value, reason) => {
  renderScreen(<Landing />)
  await type(label, value)
  expect(field(label)).toHaveAccessibleDescription(reason)
  expect(screen.queryByText('You receive now')).toBeNull()
})

test('where the charges are more than the reserve, it says that one owes', async () => {
  renderScreen(<Landing />)
  await type(/^Advance rate/, '100')
  expect(screen.getByText('You owe at the end')).toBeVisible()
})

test('the example says that it is one, and whose terms count', () => {
  renderScreen(<Landing />)
  expect(screen.getByText('An example with figures of your choice. What you pay is in the terms we agree with you.')).toBeVisible()
})

test.each(['light', 'dark'] as const)('pictures are as %s as was chosen, however the system is set', (chosen) => {
  theme.set(chosen)
  renderScreen(<Landing />)
  const shown = [...document.querySelectorAll('picture source, picture img')].map((one) => one.getAttribute('srcset') ?? one.getAttribute('src') ?? '')
  expect(shown.length).toBeGreaterThan(2)
  expect(shown.filter((one) => !one.includes(`-${chosen}-`))).toEqual([])
  theme.set('system')
})
