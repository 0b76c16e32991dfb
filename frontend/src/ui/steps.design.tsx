import { Button, Stack, Text } from '@chakra-ui/react'
import { Fold } from './fold'
import type { Specimen } from './specimen'
import { StickyActions } from './sticky-actions'
import { Milestones, Steps, type Step } from './steps'

const way = (at: number) => ['Account', 'Phone', 'E-mail', 'Company', 'Review'].map((label, index) => ({ key: label, label, state: index < at ? ('done' as const) : index === at ? ('current' as const) : ('todo' as const) }))
const form: Step[] = [
  { key: 'company', label: 'Company', to: '#', isCurrent: false, state: 'done', note: 'Complete' },
  { key: 'people', label: 'People', to: '#', isCurrent: true, state: 'open', note: '3 left' },
  { key: 'bank', label: 'Bank account', to: '#', isCurrent: false, state: 'wrong', note: '1 left' },
  { key: 'buyers', label: 'Buyers', to: '#', isCurrent: false, state: 'open', note: 'None yet' },
  { key: 'submit', label: 'Check and submit', to: '#', isCurrent: false, state: 'open', note: '4 left' },
]

export const specimens: Specimen[] = [
  { name: 'One line over a whole way', show: () => <Stack gap="6">{[1, 3, 4].map((at) => <Milestones key={at} label={`Way ${at}`} steps={way(at)} />)}</Stack> },
  { name: 'The steps of a form', show: () => <Steps label="Steps" steps={form} /> },
  {
    name: 'The way back and on',
    show: () => (
      <StickyActions>
        <Button variant="outline">Back</Button>
        <Button>Next: Bank account</Button>
      </StickyActions>
    ),
  },
  {
    name: 'Folded away',
    show: () => (
      <Stack>
        <Fold title="History"><Text>What happened.</Text></Fold>
        <Fold title="History" isOpen><Text>What happened.</Text></Fold>
      </Stack>
    ),
  },
]
