import { expect, test } from 'vitest'
import { renderScreen } from '@/testing/render'
import Design, { specimens } from './design'

test('every part that is shown shows', () => {
  const { container } = renderScreen(<Design />)
  // A part may hold sections itself.
  const own = [...container.querySelectorAll('section')].filter((section) => !section.parentElement?.closest('section'))
  expect(own.length).toBe(Object.keys(specimens).length)
})
