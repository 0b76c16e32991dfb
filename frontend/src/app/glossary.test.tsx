import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { glossary } from '@/lib/glossary'
import { renderScreen } from '@/testing/render'
import { serve } from '@/testing/server'
import Glossary from './glossary'

serve()

const terms = () => screen.queryAllByRole('term')

test('every term is there once, under a heading, at an address of its own', () => {
  renderScreen(<Glossary />)
  expect(terms()).toHaveLength(Object.keys(glossary).length)
  for (const id of Object.keys(glossary)) {
    expect(document.getElementById(id), id).toHaveTextContent(/\w/)
    expect(document.querySelectorAll(`a[href="#${id}"]`), id).toHaveLength(1)
  }
})

test('the groups can be jumped to', () => {
  renderScreen(<Glossary />)
  const jumps = within(screen.getByRole('navigation', { name: 'Groups of terms' })).getAllByRole('link')
  const places = jumps.map((jump) => document.getElementById(jump.getAttribute('href')?.slice(1) ?? '')?.textContent)
  expect(jumps.length).toBeGreaterThan(4)
  expect(places).toEqual(jumps.map((jump) => jump.textContent))
})

test('typing finds terms by their words and meanings, whatever the case, and says how many', async () => {
  renderScreen(<Glossary />)
  await userEvent.type(screen.getByLabelText('Find a term'), 'SUPPLY chain')
  expect(terms().map((term) => term.textContent)).toEqual(['Reverse factoring'])
  expect(screen.getByRole('status')).toHaveTextContent('1 term')
  expect(screen.queryByRole('navigation')).toBeNull()
})

test('where nothing matches, that is said', async () => {
  renderScreen(<Glossary />)
  await userEvent.type(screen.getByLabelText('Find a term'), 'zebra')
  expect(terms()).toHaveLength(0)
  expect(screen.getByText('No term matches “zebra”.')).toBeVisible()
})

test('an address with a term leads to it', () => {
  const seen: Element[] = []
  const scroll = Element.prototype.scrollIntoView
  Element.prototype.scrollIntoView = function (this: Element) {
    seen.push(this)
  }
  window.location.hash = '#discount'
  renderScreen(<Glossary />)
  expect(seen.map(({ id }) => id)).toEqual(['discount'])
  window.location.hash = ''
  Element.prototype.scrollIntoView = scroll
})
