import { Stack } from '@chakra-ui/react'
import { useState } from 'react'
import { ChoiceCards } from './choice-cards'
import { DateField } from './date-field'
import { InvoiceToMoneyDrawing, SupplierPaidEarlyDrawing } from './drawings'
import { Labelled } from './fields'
import { FormGroup } from './form-group'
import { Input } from './input'
import type { Specimen } from './specimen'

const nothing = () => undefined
const choices = [
  { value: 'a', title: 'Sell my invoices (factoring)', meaning: 'Get cash now for invoices your customers pay later.', drawing: <InvoiceToMoneyDrawing /> },
  { value: 'b', title: 'Let my suppliers be paid early', meaning: 'Suppliers get their money early; you pay on the due date.', drawing: <SupplierPaidEarlyDrawing /> },
]

function Cards({ error }: { error?: string }) {
  const [value, setValue] = useState(['a'])
  return <ChoiceCards legend="What do you want?" help="Choose one or both." name={`want-${error ?? ''}`} error={error} value={error ? [] : value} onChange={setValue} choices={choices} />
}

function Day({ start, error }: { start: string; error?: string }) {
  const [value, setValue] = useState(start)
  return <DateField label="Date of incorporation" name={`day-${start}`} value={value} onChange={setValue} onBlur={nothing} example="2026-12-31" error={error} />
}

export const specimens: Specimen[] = [
  { name: 'A choice that shapes everything after it', show: () => <Stack gap="8"><Cards /><Cards error="Choose at least one." /></Stack> },
  {
    name: 'Days, typed in the language of the page',
    show: () => (
      <Stack maxW="sm">
        <Day start="" />
        <Day start="2026-12-31" />
        <Day start="31.2.2026" error="Enter a date such as 31.12.2026." />
      </Stack>
    ),
  },
  {
    name: 'Questions that belong together',
    show: () => (
      <FormGroup as="h3" title="Identity" lead="As in the commercial register.">
        <Labelled label="Legal name"><Input /></Labelled>
        <Labelled label="Trading name" optional><Input /></Labelled>
      </FormGroup>
    ),
  },
]
