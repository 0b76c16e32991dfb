import { render, screen } from '@testing-library/react'
import { I18nProvider } from '@lingui/react'
import { expect, test } from 'vitest'
import { i18n } from '@/lib/i18n'
import { Bars } from './chart'
import { ThemeProvider } from './provider'

const show = (count: number, isByDay: boolean) =>
  render(
    <I18nProvider i18n={i18n}>
      <ThemeProvider>
        <Bars label="By week" most="€1" heads={['Week']} bars={Array.from({ length: count }, (_, place) => ({ id: String(place), label: `${place + 1}. März`, value: 1, cells: [] }))} isByDay={isByDay} />
      </ThemeProvider>
    </I18nProvider>,
  )

/** What its classes say: the window of the tests is never as narrow as a phone. */
const styleOf = (element: HTMLElement) =>
  [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map(({ cssText }) => cssText).filter((rule) => [...element.classList].some((name) => rule.includes(`.${name}`))).join(' ')

const hidden = () => screen.getAllByText(/März/).filter((label) => /visibility:\s*hidden/.test(styleOf(label))).map((label) => label.textContent)

test('on a phone each second day is left out under many bars, the last one never, and none breaks', () => {
  show(8, true)
  expect(hidden()).toEqual(['1. März', '3. März', '5. März', '7. März'])
  for (const label of screen.getAllByText(/März/)) expect(label).toHaveStyle({ whiteSpace: 'nowrap' })
})

test.each([[5, true], [8, false]])('of %s bars all labels stay (by day: %s)', (count, isByDay) => {
  show(count, isByDay)
  expect(hidden()).toEqual([])
})
