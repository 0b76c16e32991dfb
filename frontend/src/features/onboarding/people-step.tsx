import { Button, CheckboxGroup, Fieldset, Heading, HStack, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useController, useFieldArray, type UseFormReturn } from 'react-hook-form'
import type { Schemas } from '@/api/client'
import { countryOptions } from '@/lib/countries'
import type { Term } from '@/lib/glossary'
import { personRoles } from '@/lib/labels'
import { Check } from '@/ui/check'
import { TextField } from '@/ui/fields'
import { SelectField } from '@/ui/select-field'
import { blankPerson, type FormValues } from './form-values'

const MOST = 50
const roleTerms: Partial<Record<Schemas['PersonRole'], Term>> = { signatory: 'signatory', owner: 'beneficialOwner' }

export function PeopleStep({ form }: { form: UseFormReturn<FormValues> }) {
  const { t } = useLingui()
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'people' })
  return (
    <Stack gap="6">
      <Text color="fg.muted"><Trans>Name the directors, who may sign for the company, and every beneficial owner of 25 % or more. One person can be all three.</Trans></Text>
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
          {fields.length === 0 ? t`Add a person` : t`Add another person`}
        </Button>
      ) : (
        <Text color="fg.muted"><Trans>A form names at most {MOST} people.</Trans></Text>
      )}
    </Stack>
  )
}

function Person({ form, index, remove }: { form: UseFormReturn<FormValues>; index: number; remove: () => void }) {
  const { t } = useLingui()
  const { register, formState } = form
  const errors = formState.errors.people?.[index]
  const id = (name: string) => `people[${index}].${name}`
  const number = index + 1
  const name = t`Person ${number}`
  return (
    <Stack as="section" aria-label={name} gap="4" p="4" borderWidth="1px" borderRadius="l2">
      <HStack justify="space-between">
        <Heading as="h3" size="md">
          {name}
        </Heading>
        <Button variant="ghost" size="sm" onClick={remove} aria-label={t`Remove person ${number}`}>
          <Trans>Remove</Trans>
        </Button>
      </HStack>
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        <TextField id={id('fname')} label={t`First name`} input={register(`people.${index}.fname`)} error={errors?.fname?.message} />
        <TextField id={id('lname')} label={t`Last name`} input={register(`people.${index}.lname`)} error={errors?.lname?.message} />
        <TextField id={id('bornOn')} label={t`Date of birth`} type="date" input={register(`people.${index}.bornOn`)} error={errors?.bornOn?.message} />
        <SelectField id={id('nationality')} label={t`Nationality`} placeholder={t`Choose`} options={countryOptions()} input={register(`people.${index}.nationality`)} error={errors?.nationality?.message} />
      </SimpleGrid>
      <Roles form={form} index={index} error={errors?.roles?.message} />
      <TextField
        id={id('ownershipPercent')}
        label={t`Share in per cent`}
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
      <Fieldset.Legend><Trans>What is this person to the company?</Trans></Fieldset.Legend>
      <CheckboxGroup value={field.value} onValueChange={field.onChange} name={`roles-${index}`}>
        <Stack gap="3">
          {personRoles.options().map(({ value, label }) => (
            <Check key={value} value={value} label={label} term={roleTerms[value]} />
          ))}
        </Stack>
      </CheckboxGroup>
      <Fieldset.ErrorText>{error}</Fieldset.ErrorText>
    </Fieldset.Root>
  )
}
