import { Checkbox } from '@chakra-ui/react'
import { checkboxSlotRecipe } from '@chakra-ui/react/theme'
import type { Term } from '@/lib/glossary'
import { Explained } from './explain'

/** One of several things that can be ticked. */
export function Check({ value, label, term }: { value: string; label: string; term?: Term | undefined }) {
  const box = (
    <Checkbox.Root recipe={checkboxSlotRecipe} value={value}>
      <Checkbox.HiddenInput />
      <Checkbox.Control />
      <Checkbox.Label>{label}</Checkbox.Label>
    </Checkbox.Root>
  )
  return term ? <Explained term={term}>{box}</Explained> : box
}
