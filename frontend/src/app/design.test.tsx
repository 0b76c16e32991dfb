import { expect, test } from 'vitest'
import { renderScreen } from '@/testing/render'
import Design, { specimens } from './design'

test('every part that is shown shows', () => {
  const { container } = renderScreen(<Design />)
  expect(container.querySelectorAll('section').length).toBe(Object.keys(specimens).length)
})
