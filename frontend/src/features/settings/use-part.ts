import { useEffect, useEffectEvent, useState } from 'react'
import { useForm, type DefaultValues, type FieldValues, type Path, type Resolver, type UseFormReturn } from 'react-hook-form'
import { ApiError } from '@/api/client'
import { fieldErrors, isCancelled } from '@/api/errors'
import { sentenceBeforeAgain } from '@/api/reconnect'
import { useMe } from '@/entities/user/me'
import { useKept } from '@/lib/kept'
import { useReadSettings, type Details, type HouseSettings } from './api'

/** A part of the settings that is changed by itself: what of them it is. */
export interface Part {
  /** Where what is typed is kept. */
  draft: string
  of: (settings: HouseSettings) => unknown
}

/** What was typed, and what stood there then. */
interface Kept<Values> {
  values: Values
  before: string
}

const told = (value: unknown) => JSON.stringify(value ?? null)

/** Whether something of a part was typed and not sent. */
export function useIsKept({ draft }: Part): boolean {
  return useKept(draft, useMe().userDetails?.id)[0] !== null
}

export interface PartForm<Values extends FieldValues> {
  form: UseFormReturn<Values>
  /** What stood there when it was opened, or when a colleague was faster. */
  seen: HouseSettings
  /** Whether a colleague changed this part since it was typed. */
  isStale: boolean
  isKept: boolean
  /** What is typed is not wanted any more, or is saved. */
  forget: () => void
  /** Sends it on what was seen; null where a colleague changed the same part, which is to be looked at first. */
  send: <A>(write: (on: HouseSettings) => Promise<A>) => Promise<A | null>
}

/** A form for a part of the settings: what is typed in it is kept, and takes nobody else's place unseen. */
export function usePart<Values extends FieldValues>(part: Part, settings: HouseSettings, initial: Values, resolver: Resolver<Values>): PartForm<Values> {
  const [kept, keep] = useKept<Kept<Values>>(part.draft, useMe().userDetails?.id)
  const read = useReadSettings()
  const [seen, setSeen] = useState(settings)
  const [isStale, setStale] = useState(() => kept !== null && kept.before !== told(part.of(settings)))
  const [first] = useState(initial)
  const [start] = useState(() => kept?.values ?? initial)
  const form = useForm<Values>({ resolver, defaultValues: start as DefaultValues<Values> })
  const { subscribe } = form
  const changed = useEffectEvent((values: Values) => {
    keep(told(values) === told(first) ? null : { values, before: kept?.before ?? told(part.of(seen)) })
  })
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          changed(values as Values)
        },
      }),
    [subscribe],
  )
  const send = async <A,>(write: (on: HouseSettings) => Promise<A>): Promise<A | null> => {
    try {
      setStale(false)
      return await write(seen)
    } catch (error) {
      if (!(error instanceof ApiError) || error.problem?.code !== 'stale_version') throw error
      const latest = await read()
      setSeen(latest)
      // Where it was another part that changed, nothing of anybody's is written over.
      if (told(part.of(latest)) === told(part.of(seen))) return write(latest)
      setStale(true)
      return null
    }
  }
  const forget = () => {
    keep(null)
  }
  return { form, seen, isStale, isKept: kept !== null, forget, send }
}

/** All that is sent where this is changed of what was seen. */
export function withDetails({ version, profile, timeZone, cutOff, extraHolidays, shortBelow, reminders, pricedOn }: HouseSettings, changed: Partial<Details>) {
  return { profile: profile ?? null, timeZone, cutOff, extraHolidays, shortBelow, reminders, pricedOn, version, ...changed }
}

/** Where the server’s fields stand in a form: `extraHolidays[0].date` is its `extraHolidays.0.date`. */
export const placeOf = (field: string): string => field.replace(/\[(\d+)\]/g, '.$1')

/** Shows what the server refused at the fields, and else above the buttons. */
export function showRefused<Values extends FieldValues>(error: unknown, { setError, getValues }: UseFormReturn<Values>): void {
  if (isCancelled(error)) return
  const refused = Object.entries(fieldErrors(error)).flatMap(([field, message]) => {
    const place = placeOf(field) as Path<Values>
    return getValues(place) === undefined ? [] : [{ place, message }]
  })
  refused.forEach(({ place, message }, index) => {
    setError(place, { message }, { shouldFocus: index === 0 })
  })
  if (refused.length === 0) setError('root', { message: sentenceBeforeAgain(error) })
}
