import { expect, test } from 'vitest'
import { parts, type Module } from './catalogues'

const module = (name: string, ids: string[], imports: string[] = [], later: string[] = []): Module => ({
  id: `/src/${name}`,
  code: ids.map((id) => `say({ id: "${id}" })`).join('\n'),
  imports: imports.map((one) => `/src/${one}`),
  later: later.map((one) => `/src/${one}`),
})
const door = (from: string, to: string, area: string) => ({ from: `/src/${from}`, to: `/src/${to}`, area })

const IDS = ['bar', 'both', 'case', 'form', 'panel', 'sign-in', 'unused']
const modules = [
  module('main', ['bar'], [], ['sign-in', 'onboarding', 'case']),
  module('sign-in', ['sign-in']),
  module('onboarding', ['form', 'bar'], ['labels'], ['panel']),
  module('panel', ['panel']),
  module('case', ['case'], ['labels']),
  module('labels', ['both']),
]
const doors = [door('main', 'onboarding', 'company'), door('main', 'case', 'review')]
const cut = (all = modules, by = doors) => Object.fromEntries(parts(all, ['/src/main'], by, IDS))

test('an area has the texts of all that is met behind its doors, whoever else has them, but none that are there from the start', () => {
  expect(cut()).toEqual({ first: ['bar', 'sign-in'], company: ['both', 'form', 'panel'], review: ['both', 'case'] })
})

test('what is loaded without a door has its texts from the start', () => {
  expect(cut(modules, [door('main', 'case', 'review')])).toEqual({ first: ['bar', 'both', 'form', 'panel', 'sign-in'], review: ['case'] })
})

test('a way around a door counts', () => {
  const around = modules.map((one) => (one.id === '/src/sign-in' ? module('sign-in', ['sign-in'], ['panel']) : one))
  expect(cut(around)).toMatchObject({ first: ['bar', 'panel', 'sign-in'], company: ['both', 'form'] })
})

test('an area opened from within another comes with its own texts', () => {
  const within = modules.map((one) => (one.id === '/src/case' ? module('case', ['case'], ['labels'], ['panel']) : one))
  expect(cut(within, [...doors, door('case', 'panel', 'company')])).toMatchObject({ company: ['both', 'form', 'panel'], review: ['both', 'case'] })
})

test('a door inside an area leads to the same area', () => {
  expect(cut(modules, [...doors, door('onboarding', 'panel', 'company')])).toMatchObject({ company: ['both', 'form', 'panel'] })
})

test('what is loaded through a door and elsewhere without one is there from the start', () => {
  const besides = modules.map((one) => (one.id === '/src/sign-in' ? module('sign-in', ['sign-in'], [], ['case']) : one))
  expect(cut(besides)).toMatchObject({ first: ['bar', 'both', 'case', 'sign-in'], review: [] })
})
