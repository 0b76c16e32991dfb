import { Stack } from '@chakra-ui/react'
import { Segments } from './segments'
import type { Specimen } from './specimen'

const options = [{ value: 'one', label: 'Factoring' }, { value: 'other', label: 'Reverse factoring' }]
const nothing = () => undefined

export const specimens: Specimen[] = [
  {
    name: 'One of a few',
    show: () => (
      <Stack maxW="md">
        {options.map(({ value }) => (
          <Segments key={value} label="Product" options={options} value={value} choose={nothing} />
        ))}
        <Segments label="Period" options={['Day', 'Week', 'Month', 'Quarter', 'Year'].map((label) => ({ value: label, label }))} value="Week" choose={nothing} />
      </Stack>
    ),
  },
]
