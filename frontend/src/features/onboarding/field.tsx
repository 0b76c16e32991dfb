import { Stack } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { createContext, use, type ReactNode } from 'react'
import { get, useController, useFormState, useWatch, type FieldPath, type UseFormReturn } from 'react-hook-form'
import type { Requirement } from '@/entities/application/api'
import { onlySupplies } from '@/entities/company/sells'
import type { Term } from '@/lib/glossary'
import { Check, CheckGroup } from '@/ui/check'
import { ChoiceCards, type Choice } from '@/ui/choice-cards'
import { DateField } from '@/ui/date-field'
import { TextField } from '@/ui/fields'
import { SelectField } from '@/ui/select-field'
import { toPath, type FormValues } from './form-values'
import { isSame } from './merge'
import { fieldText } from '@/entities/application/requirements'
import type { Suggestions } from './suggestions'

type Name = FieldPath<FormValues>

interface FormState {
  form: UseFormReturn<FormValues>
  /** What is still asked for. */
  missing: Requirement[]
  /** The answers the server has looked at. */
  looked: FormValues
  /** What was filled in for the person, who has not confirmed it yet. */
  suggested: Suggestions
  /** Whether somebody has been at this field's step and left it: what is blank there was forgotten. */
  wasLeft: (field: string) => boolean
}

const FormContext = createContext<FormState | null>(null)
export const FormProvider = FormContext.Provider

function useFormContext(): FormState {
  const found = use(FormContext)
  if (!found) throw new Error('A field needs its form')
  return found
}

/** What is typed in a field of text. */
export function useAnswer(name: 'company.taxNumber' | 'company.turnover.currency'): string {
  return useWatch({ control: useFormContext().form.control, name })
}

/** What the company wants, as ticked. */
export function useWants(): string[] {
  return useWatch({ control: useFormContext().form.control, name: 'company.wants' })
}

/** What somebody is to the company, as ticked. */
export function useRoles(index: number): string[] {
  return useWatch({ control: useFormContext().form.control, name: `people.${index}.roles` })
}

/** Says of an answer that was filled in for the person, as long as it stands so, that it was. */
function useSuggestion(field: string, name: Name): string | undefined {
  const { t } = useLingui()
  const { form, suggested } = useFormContext()
  const value: unknown = useWatch({ control: form.control, name })
  return suggested[field] !== undefined && suggested[field] === value ? t`Our suggestion. Change it if it’s wrong.` : undefined
}

const isBlank = (value: unknown) => value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** What is to be said at a field: what cannot be saved, what contradicts, and what is missing once somebody has passed it. */
function useMessage(field: string, name: Name, about: (requirement: Requirement) => boolean): string | undefined {
  const { form, missing, looked, wasLeft } = useFormContext()
  const { errors, touchedFields } = useFormState({ control: form.control, name })
  const value: unknown = useWatch({ control: form.control, name })
  const refused = messageIn(get(errors, name) ?? get(errors, toPath(field)))
  if (refused !== undefined) return refused
  const requirement = missing.find(about)
  if (!requirement) return undefined
  const isForgotten = isBlank(value) && (wasLeft(field) || get(touchedFields, name) === true)
  // What is being typed was not looked at yet. An answer can lack something too: of an owner, the share that makes one.
  const isWrong = !isBlank(value) && isSame(value, get(looked, name))
  return isWrong || (requirement.code === 'missing' && isForgotten) ? fieldText(requirement) : undefined
}

/** Fields that a company which only supplies is not asked for: it sees one that was answered, or that the server asks for all the same. */
export function UnlessUnasked({ field, name = toPath(field) as Name, children }: { field: string; name?: Name; children: ReactNode }) {
  const { form, missing, looked } = useFormContext()
  const value: unknown = useWatch({ control: form.control, name })
  const isUnasked = onlySupplies({ wants: useWants() }) && isBlank(value) && isBlank(get(looked, name)) && !missing.some((requirement) => requirement.field === field)
  return isUnasked ? null : children
}

interface CardsInputProps {
  field: string
  legend: ReactNode
  help: ReactNode
  choices: readonly Choice[]
}

/** A choice of the form that shapes everything after it. */
export function CardsInput({ field, ...props }: CardsInputProps) {
  const { form } = useFormContext()
  const name = toPath(field) as 'company.wants'
  const { field: input } = useController({ control: form.control, name })
  const error = useMessage(field, name, (requirement) => requirement.field === field)
  return <ChoiceCards id={field} {...props} name={field} value={input.value} onChange={input.onChange} onBlur={input.onBlur} error={error} />
}

/** A day of the form. */
export function DayInput({ field, ...props }: FieldProps & { example: string }) {
  const { form } = useFormContext()
  const name = toPath(field) as 'company.incorporatedOn'
  const { field: input } = useController({ control: form.control, name })
  const error = useMessage(field, name, (requirement) => requirement.field === field)
  return <DateField id={field} {...props} name={name} value={(input.value as string | undefined) ?? ''} onChange={input.onChange} onBlur={input.onBlur} inputRef={input.ref} error={error} />
}

interface FieldProps {
  /** By the server's name; links lead to it. */
  field: string
  label: string
  term?: Term
  optional?: boolean
}

type InputFieldProps = FieldProps & {
  /** The form's name, where it is another. */
  name?: Name
  /** What else is said of this answer, besides what names it. */
  also?: (requirement: Requirement) => boolean
  onBlur?: () => void
  /** How what is typed is written; only as one types at its end, where nothing else moves. */
  shape?: (typed: string) => string
  /** Whether it is too early to say anything. */
  isUnfinished?: boolean
} & Omit<React.ComponentProps<typeof TextField>, 'input' | 'error' | 'id' | 'name' | 'onBlur'>

/** One line of text of the form. */
export function TextInput({ field, name = toPath(field) as Name, also, onBlur, shape, isUnfinished = false, ...props }: InputFieldProps) {
  const { form } = useFormContext()
  const error = useMessage(field, name, (requirement) => requirement.field === field || (also?.(requirement) ?? false))
  const onChange = ({ target }: { target: HTMLInputElement }) => {
    const shaped = shape?.(target.value)
    if (shaped !== undefined && shaped !== target.value && target.selectionStart === target.value.length) form.setValue(name, shaped as never)
  }
  const suggestion = useSuggestion(field, name)
  return <TextField id={field} {...props} {...(suggestion === undefined ? {} : { help: suggestion })} input={form.register(name, { ...(onBlur ? { onBlur } : {}), ...(shape ? { onChange } : {}) })} error={isUnfinished ? undefined : error} />
}

/** A choice of the form. */
export function SelectInput({ field, ...props }: FieldProps & Omit<React.ComponentProps<typeof SelectField>, 'input' | 'error' | 'id'>) {
  const { form } = useFormContext()
  const name = toPath(field) as Name
  const error = useMessage(field, name, (requirement) => requirement.field === field)
  const suggestion = useSuggestion(field, name)
  return <SelectField id={field} {...props} {...(suggestion === undefined ? {} : { help: suggestion })} input={form.register(name)} error={error} />
}

interface ChecksProps {
  field: string
  legend: ReactNode
  options: { value: string; label: string; term?: Term | undefined }[]
}

/** Several answers that can be ticked. */
export function Checks({ field, legend, options }: ChecksProps) {
  const { form } = useFormContext()
  const name = toPath(field) as 'company.wants'
  const { field: input } = useController({ control: form.control, name })
  const error = useMessage(field, name, (requirement) => requirement.field === field)
  return (
    <CheckGroup legend={legend} error={error} id={field} name={field} value={input.value} onChange={input.onChange} onBlur={input.onBlur}>
      <Stack gap="3">
        {options.map((option) => (
          <Check key={option.value} {...option} />
        ))}
      </Stack>
    </CheckGroup>
  )
}

/** What is asked for at a list or a document rather than at one field. */
export function useAsked(field: string): string[] {
  const { form, missing, wasLeft } = useFormContext()
  const { errors } = useFormState({ control: form.control })
  const asked = missing.filter((requirement) => requirement.field === field && (requirement.code === 'inconsistent' || wasLeft(field))).map(fieldText)
  const refused = messageIn(get(errors, toPath(field)))
  return refused === undefined ? asked : [refused, ...asked]
}

const messageIn = (error: unknown) => (typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string' ? error.message : undefined)
