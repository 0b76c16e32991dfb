import { afterEach, expect, test } from 'vitest'
import { formulaText, lineLabel } from '@/entities/receivable/price'
import { chooseLanguage } from '@/lib/i18n'
import { anOffer, someTerms } from '@/testing/financing'
import { houseTermsGroups } from '@/entities/facility/fields'

afterEach(() => chooseLanguage('en'))

const offer = anOffer()
function line(code: string) {
  const found = offer.lines.find((one) => one.code === code)
  if (!found) throw new Error(`no line ${code}`)
  return found
}

test.each([
  ['factoring', 'Zinsen', 'Sicherheitseinbehalt − Zinsen'],
  ['reverse_factoring', 'Diskont', 'Sicherheitseinbehalt − Diskont'],
] as const)('in German the charge for the time in %s is called %s, in its lines, sums and terms', async (kind, word, sum) => {
  await chooseLanguage('de')
  expect(lineLabel(line('discount'), kind)).toBe(word)
  expect(formulaText(line('release'), offer, kind)).toContain(sum)
  expect(formulaText(line('cost'), offer, kind)).toContain(`${word} + `)
  expect(houseTermsGroups({ ...someTerms, kind }).flatMap(({ rows }) => rows).find(({ id }) => id === 'discountRate')?.label).toBe(word)
})

test('in English it is the discount in both', () => {
  expect([lineLabel(line('discount'), 'factoring'), lineLabel(line('discount'), 'reverse_factoring')]).toEqual(['Discount', 'Discount'])
})
