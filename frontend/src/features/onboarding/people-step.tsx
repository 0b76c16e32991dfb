import { Button, Heading, HStack, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useFieldArray, type UseFormReturn } from 'react-hook-form'
import type { Schemas } from '@/api/client'
import { countryOptions } from '@/lib/countries'
import type { Term } from '@/lib/glossary'
import { onlySupplies } from '@/entities/company/sells'
import { personRoles } from '@/entities/person/labels'
import { Question } from '@/ui/question'
import { Asked } from './asked'
import { Checks, DayInput, SelectInput, TextInput, UnlessUnasked, useRoles, useWants } from './field'
import { blankPerson, type FormValues } from './form-values'
import { isSame } from './merge'
import { isOverWhole } from '@/entities/application/requirements'

const MOST = 50
const roleTerms: Partial<Record<Schemas['PersonRole'], Term>> = { signatory: 'signatory', owner: 'beneficialOwner' }

export function PeopleStep({ form }: { form: UseFormReturn<FormValues> }) {
  const { t } = useLingui()
  const wants = useWants()
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'people', keyName: 'key' })
  return (
    <Stack gap="6">
      <Text color="fg.muted">
        {onlySupplies({ wants }) ? (
          <Trans>Add one person authorised to sign for your company.</Trans>
        ) : (
          <Trans>Add all directors, everyone authorised to sign, and all beneficial owners of 25% or more. One person can have several roles.</Trans>
        )}
      </Text>
      <Stack gap="6" id="people" tabIndex={-1}>
        {fields.map((field, index) => (
          <Person
            key={field.id}
            index={index}
            isBlank={() => isSame({ ...form.getValues(`people.${index}`), id: '' }, { ...blankPerson(), id: '' })}
            remove={() => {
              remove(index)
            }}
          />
        ))}
      </Stack>
      <Asked field="people" />
      {fields.length < MOST ? (
        <Button
          variant="outline"
          alignSelf="flex-start"
          onClick={() => {
            append(blankPerson())
          }}
        >
          {fields.length === 0 ? t`Add a person` : t`Add another person`}
        </Button>
      ) : (
        <Text color="fg.muted"><Trans>You can add up to {MOST} people.</Trans></Text>
      )}
    </Stack>
  )
}

interface PersonProps {
  index: number
  /** Whether nothing is told of the person. */
  isBlank: () => boolean
  remove: () => void
}

function Person({ index, isBlank, remove }: PersonProps) {
  const { t } = useLingui()
  const [asks, setAsks] = useState(false)
  const [hasAsked, setHasAsked] = useState(false)
  const field = (name: string) => `people[${index}].${name}`
  const number = index + 1
  const roles = useRoles(index)
  const name = t`Person ${number}`
  return (
    <Stack as="section" aria-label={name} gap="4" p="4" borderWidth="1px" borderRadius="l2">
      <HStack justify="space-between" wrap="wrap">
        <Heading as="h3" size="md">
          {name}
        </Heading>
        {asks ? (
          <Question
            key="asks"
            question={t`Remove person ${number}?`}
            yes={<Trans>Remove</Trans>}
            no={<Trans>Keep</Trans>}
            size="sm"
            confirm={remove}
            leave={() => {
              setAsks(false)
              setHasAsked(true)
            }}
          />
        ) : (
          <Button
            key="remove"
            variant="ghost"
            size="sm"
            autoFocus={hasAsked}
            onClick={() => {
              if (isBlank()) remove()
              else setAsks(true)
            }}
            aria-label={t`Remove person ${number}`}
          >
            <Trans>Remove</Trans>
          </Button>
        )}
      </HStack>
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        <TextInput field={field('fname')} label={t`First name`} />
        <TextInput field={field('lname')} label={t`Last name`} />
        <DayInput field={field('bornOn')} label={t`Date of birth`} example="1980-12-31" />
        <SelectInput field={field('nationality')} label={t`Nationality`} placeholder={t`Choose`} options={countryOptions()} />
      </SimpleGrid>
      <Checks
        field={field('roles')}
        legend={<Trans>Role in the company</Trans>}
        options={personRoles.options().map((option) => ({ ...option, term: roleTerms[option.value] }))}
      />
      <Asked field={`people[${index}]`} />
      <UnlessUnasked field={field('ownershipPercent')}>
        <TextInput field={field('ownershipPercent')} label={t`Ownership (%)`} optional={!roles.includes('owner')} inputMode="decimal" maxW="48" also={isOverWhole} />
      </UnlessUnasked>
    </Stack>
  )
}
