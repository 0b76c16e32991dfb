import { Button, Checkbox, CheckboxGroup, Fieldset, Heading, HStack, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { useController, useFieldArray, type UseFormReturn } from 'react-hook-form'
import { SelectField, TextField } from '@/ui/fields'
import { countryOptions } from './company-step'
import { blankPerson, type FormValues } from './form-values'
import { choices, personRoles } from '@/lib/labels'

const MOST = 50

export function PeopleStep({ form }: { form: UseFormReturn<FormValues> }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'people' })
  return (
    <Stack gap="6">
      <Text color="fg.muted">Name the directors, who may sign for the company, and every beneficial owner of 25 % or more. One person can be all three.</Text>
      <Stack gap="6" id="people" tabIndex={-1}>
        {fields.map((field, index) => (
          <Person
            key={field.id}
            form={form}
            index={index}
            remove={() => {
              remove(index)
            }}
          />
        ))}
      </Stack>
      {fields.length < MOST ? (
        <Button
          variant="outline"
          alignSelf="flex-start"
          onClick={() => {
            append(blankPerson)
          }}
        >
          {fields.length === 0 ? 'Add a person' : 'Add another person'}
        </Button>
      ) : (
        <Text color="fg.muted">A form names at most {MOST} people.</Text>
      )}
    </Stack>
  )
}

function Person({ form, index, remove }: { form: UseFormReturn<FormValues>; index: number; remove: () => void }) {
  const { register, formState } = form
  const errors = formState.errors.people?.[index]
  const id = (name: string) => `people[${index}].${name}`
  const name = `Person ${index + 1}`
  return (
    <Stack as="section" aria-label={name} gap="4" p="4" borderWidth="1px" borderRadius="l2">
      <HStack justify="space-between">
        <Heading as="h3" size="md">
          {name}
        </Heading>
        <Button variant="ghost" size="sm" onClick={remove} aria-label={`Remove person ${index + 1}`}>
          Remove
        </Button>
      </HStack>
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        <TextField id={id('fname')} label="First name" input={register(`people.${index}.fname`)} error={errors?.fname?.message} />
        <TextField id={id('lname')} label="Last name" input={register(`people.${index}.lname`)} error={errors?.lname?.message} />
        <TextField id={id('bornOn')} label="Date of birth" type="date" input={register(`people.${index}.bornOn`)} error={errors?.bornOn?.message} />
        <SelectField id={id('nationality')} label="Nationality" placeholder="Choose" options={countryOptions} input={register(`people.${index}.nationality`)} error={errors?.nationality?.message} />
      </SimpleGrid>
      <Roles form={form} index={index} error={errors?.roles?.message} />
      <TextField
        id={id('ownershipPercent')}
        label="Share in per cent"
        optional
        inputMode="decimal"
        maxW="48"
        input={register(`people.${index}.ownershipPercent`)}
        error={errors?.ownershipPercent?.message}
      />
    </Stack>
  )
}

function Roles({ form, index, error }: { form: UseFormReturn<FormValues>; index: number; error: string | undefined }) {
  const { field } = useController({ control: form.control, name: `people.${index}.roles` })
  return (
    <Fieldset.Root invalid={Boolean(error)} id={`people[${index}].roles`} tabIndex={-1}>
      <Fieldset.Legend>What is this person to the company?</Fieldset.Legend>
      <CheckboxGroup value={field.value} onValueChange={field.onChange} name={`roles-${index}`}>
        <HStack gap="5" wrap="wrap">
          {choices(personRoles).map(({ value, label }) => (
            <Checkbox.Root key={value} value={value}>
              <Checkbox.HiddenInput />
              <Checkbox.Control />
              <Checkbox.Label>{label}</Checkbox.Label>
            </Checkbox.Root>
          ))}
        </HStack>
      </CheckboxGroup>
      <Fieldset.ErrorText>{error}</Fieldset.ErrorText>
    </Fieldset.Root>
  )
}
