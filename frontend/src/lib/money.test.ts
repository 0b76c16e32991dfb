import { expect, test } from 'vitest'
import { amountHint } from './amount-hint'
import { decimal } from './csv'
import { formatDays } from './dates'
import { formatNumber, formatPercent } from './numbers'
import { groupedMoney, isReadTwoWays } from './amount-reading'
import { loadTexts } from './i18n'
import { decimals, editMoney, editPercent, formatMoney, otherMark, formatRounded, formatTold, isTooLarge, parseMoney, parsePercent } from './money'

test.each([
  ['1200', 'EUR', 120_000],
  ['1,234.50', 'EUR', 123_450],
  ['1.234,50', 'EUR', 123_450],
  ['1 234 567', 'EUR', 123_456_700],
  ['1,234', 'EUR', 123_400],
  ['12,5', 'EUR', 1_250],
  ['1.234.567', 'EUR', 123_456_700],
  ['12,345', 'JPY', 12_345],
  ['12.345', 'BHD', 12_345],
  ['12,345', 'BHD', 12_345_000],
  ['500', 'JPY', 500],
  ['0.1', 'USD', 10],
])('%s %s is %d minor units', (text, currency, minor) => {
  expect(parseMoney(text, currency)).toBe(minor)
})

test.each(['', 'abc', '-5', '1.2.3', '1,23,4', '12.3456', '12.345', '0,500', '0.500', '1234.567', '9'.repeat(20)])('%s is no amount', (text) => {
  expect(parseMoney(text, 'EUR')).toBeNull()
})

test('in German the signs are the other way round, and what could be two amounts is none', async () => {
  await loadTexts('de')
  const typed = (text: string, currency = 'EUR') => parseMoney(text, currency)
  expect(['12.345', '1.234,50', '1,234.50', '12,5', '12,345', '0.500'].map((text) => typed(text))).toEqual([1_234_500, 123_450, 123_450, 1_250, null, null])
  expect(['12.345', '12,345', '12,5'].map((text) => typed(text, 'JPY'))).toEqual([12_345, null, null])
  expect(['12.345', '12,345'].map((text) => typed(text, 'BHD'))).toEqual([12_345_000, 12_345])
})

test('an amount beyond all that can be is said to be too large, and nothing else is', () => {
  expect(['10000000000000', '10,000,000,000,000.01', '9'.repeat(30), 'x', '12.345'].map((text) => isTooLarge(text, 'EUR'))).toEqual([false, true, true, false, false])
  expect(parseMoney('10000000000000', 'EUR')).toBe(1_000_000_000_000_000)
  expect(amountHint('9'.repeat(20), 'EUR')).toBe('Enter a smaller amount.')
  expect([amountHint('x', 'EUR'), amountHint('x', 'JPY'), amountHint('12.345', 'BHD')]).toEqual(['Enter an amount such as 1,250.50.', 'Enter an amount such as 1,250.', 'Enter an amount such as 1,250.500.'])
})

test.each([
  ['80', 8_000],
  ['12.5', 1_250],
  ['12,25 %', 1_225],
  ['0', 0],
])('%s per cent are %d basis points', (text, points) => {
  expect(parsePercent(text)).toBe(points)
  expect(parsePercent(editPercent(points))).toBe(points)
})

test('what is no share is none, and a share reads back as it is typed', () => {
  expect(['', '12.3456', 'x', '-1', '1.005,001'].map(parsePercent)).toEqual([null, null, null, null, null])
  expect([8_000, 1_250, 1_225].map(editPercent)).toEqual(['80', '12.5', '12.25'])
})

test('an amount reads back as it is typed', () => {
  expect(editMoney(123_450, 'EUR')).toBe('1,234.50')
  expect(editMoney(120_000, 'EUR')).toBe('1,200.00')
  expect(parseMoney(editMoney(123_450, 'EUR'), 'EUR')).toBe(123_450)
})

test('small change is left out where it tells nothing', () => {
  expect(formatRounded(123_456_789, 'EUR')).toBe('€1,234,568')
  expect(formatRounded(1_234, 'JPY')).toBe('¥1,234')
})

test('an amount that is told as text reads as all others do, and nothing else does', () => {
  expect(['1000.00 EUR', '503.33 EUR', '500 JPY', '12.345 BHD', 'Nordwind AG', '1.00 EUR less'].map(formatTold)).toEqual(['€1,000.00', '€503.33', '¥500', 'BHD\u00a012.345', 'Nordwind AG', '1.00 EUR less'])
})

test.each([
  ['1 234,56 €', 'EUR', 123_456],
  ['€1,234.56', 'EUR', 123_456],
  ['EUR 1.234,56', 'EUR', 123_456],
  ['20.000 €', 'EUR', 2_000_000],
  ['1.234,56 eur', 'EUR', 123_456],
  ["CHF 1’234.50", 'CHF', 123_450],
  ['CA$500', 'CAD', 50_000],
  ['¥ 500', 'JPY', 500],
  ['1,200.00', 'JPY', 1_200],
  ['₹12,34,567.00', 'INR', 123_456_700],
])('%s is an amount in %s', (text, currency, minor) => {
  expect(parseMoney(text, currency)).toBe(minor)
  expect(otherMark(text, currency)).toBeNull()
})

test('an amount in another currency is refused, and the mark that was typed is named', async () => {
  const marked = ['$20', '20 USD', 'GBP 1,000', '£5', 'aud 7', '€ 5 $', 'Kč 5']
  expect(marked.map((text) => [parseMoney(text, 'EUR'), otherMark(text, 'EUR')])).toEqual([[null, '$'], [null, 'USD'], [null, 'GBP'], [null, '£'], [null, 'aud'], [null, '$'], [null, 'Kč']])
  expect(['€', 'abc', '5 xyz', '5 pieces'].map((text) => [parseMoney(text, 'EUR'), otherMark(text, 'EUR')])).toEqual(Array.from({ length: 4 }, () => [null, null]))
  // A sign that several currencies have is not said to be one of them.
  const typed: [string, string][] = [['€20', 'USD'], ['€ 20 USD', 'USD'], ['$20', 'EUR'], ['20 kr', 'GBP'], ['1,250.00 EUR', 'JPY']]
  const hints = () => typed.map(([text, currency]) => amountHint(text, currency))
  expect(hints()).toEqual(['Enter the amount in USD, not in €.', 'Enter the amount in USD, not in €.', 'Enter the amount in EUR, not in $.', 'Enter the amount in GBP, not in kr.', 'Enter the amount in JPY, not in EUR.'])
  await loadTexts('de')
  expect(hints()).toEqual(['Geben Sie den Betrag in USD an, nicht in €.', 'Geben Sie den Betrag in USD an, nicht in €.', 'Geben Sie den Betrag in EUR an, nicht in $.', 'Geben Sie den Betrag in GBP an, nicht in kr.', 'Geben Sie den Betrag in JPY an, nicht in EUR.'])
  await loadTexts('en')
  expect([parsePercent('5 €'), parsePercent('% 5'), parsePercent('12,5 %')]).toEqual([null, 500, 1_250])
})

test.each(['en', 'de'] as const)('whatever amount is written here is read back, in every currency: %s', async (language) => {
  await loadTexts(language)
  const wrong = Intl.supportedValuesOf('currency').flatMap((currency) =>
    [0, 1, 99, 100, 1_234, 12_345, 123_456, 1_000_000, 123_456_789, 100_000_000_000_001].flatMap((minor) => {
      const [written, grouped] = [formatMoney(minor, currency), groupedMoney(editMoney(minor, currency), currency)]
      return parseMoney(written, currency) === minor && parseMoney(grouped ?? '', currency) === minor ? [] : [`${written} ${grouped} (${currency}, ${decimals(currency)})`]
    }),
  )
  expect(wrong).toEqual([])
})

test('an amount is written with its thousands apart, and it is known where others would read it otherwise', () => {
  expect(['1234.5', '1,234', '20.000 €', 'x'].map((text) => groupedMoney(text, 'EUR'))).toEqual(['1,234.50', '1,234.00', '20,000.00', null])
  expect(['1,234', '20.000 €', '1234', '1,234.00', '12.345'].map((text) => isReadTwoWays(text, 'EUR'))).toEqual([true, true, false, false, false])
})

test('nothing has no sign', () => {
  expect(formatMoney(-0, 'EUR')).toBe(formatMoney(0, 'EUR'))
  expect(formatRounded(-0, 'EUR')).toBe(formatRounded(0, 'EUR'))
  expect(formatRounded(-49, 'EUR')).toBe(formatRounded(0, 'EUR'))
  expect([formatPercent(-0.001), formatNumber(-0.2), formatNumber(-0.05, 2)]).toEqual(['0%', '0', '−0.05'])
})

test('below zero stands a minus sign, and no line ends behind it', async () => {
  const shown = () => [formatMoney(-123_450, 'EUR'), formatMoney(-1_234, 'JPY'), formatMoney(-500, 'BHD'), formatRounded(-123_450, 'USD'), formatNumber(-12), formatPercent(-0.12), formatDays(-3), formatTold('-5.00 EUR')]
  expect(shown()).toEqual(['−\u2060€1,234.50', '−\u2060¥1,234', '−BHD\u00a00.500', '−\u2060$1,235', '−12', '−12%', '−3 days', '−\u2060€5.00'])
  expect(parseMoney('\u2060€80.00', 'EUR')).toBe(8_000)
  await loadTexts('de')
  expect(shown()).toEqual(['−1.234,50\u00a0€', '−1.234\u00a0¥', '−0,500\u00a0BHD', '−1.235\u00a0$', '−12', '−12\u00a0%', '−3 Tage', '−5,00\u00a0€'])
  // A file has the hyphen that programs read.
  expect(decimal(-123_450, 'EUR')).toEqual({ figure: '-1234.50' })
  await loadTexts('en')
})
