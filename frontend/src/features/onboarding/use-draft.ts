import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useForm, type Path, type PathValue, type UseFormReturn } from 'react-hook-form'
import { useOnReconnect } from '@/api/connection'
import { fieldErrors } from '@/api/errors'
import { useSaveForm, type Application, type FormBody } from '@/api/onboarding'
import { userQuery } from '@/api/user'
import { toBody, toPath, toValues, without, type FormValues } from './form-values'
import { answersOf, changedElsewhere, changedFields, isSame, withAnswers } from './merge'

export type DraftState = 'saved' | 'saving' | 'unsaved' | 'refused'

/** A pause in typing. */
const SAVE_AFTER_MS = 700
/** How long until a save that failed is tried again. */
const RETRY_AFTER_MS = 4000

const localKey = (user: string) => `onboardingDraft:${user}`

export interface Draft {
  form: UseFormReturn<FormValues>
  state: DraftState
  /** What the server would not take and is kept here, by its names of the fields. */
  refused: Record<string, string>
  /** What was typed when it was last saved: what the server has looked at. */
  looked: FormValues
  /** Saves now what is not saved yet; answers whether the server has it all. */
  flush: () => Promise<boolean>
}

/** What is typed, and what of it the server has. */
interface Kept {
  values: FormValues
  saved: FormValues
}

/**
 * The form, saved as one types. What the server refuses or cannot be reached for stays in this browser until it is saved, so
 * that leaving and coming back loses nothing. What is changed elsewhere comes in, except where something is being typed here.
 */
export function useDraft(user: string, application: Application): Draft {
  const queryClient = useQueryClient()
  const [start] = useState(() => begin(user, application))
  const form = useForm<FormValues>({ defaultValues: start.values })
  const { mutateAsync: save } = useSaveForm()
  const [state, setState] = useState<DraftState>('saved')
  const [refused, setRefused] = useState<Record<string, string>>({})
  const [looked, setLooked] = useState(start.saved)
  const [failures, setFailures] = useState(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const saving = useRef<Promise<void>>(Promise.resolve())
  /** What was typed when it was last saved. */
  const saved = useRef(start.saved)
  /** The application as the server had it last. */
  const known = useRef(application)
  const isFollowing = useRef(false)

  /** Keeps on this device what the server does not have. */
  const keep = useCallback(() => {
    const values = form.getValues()
    if (changedFields(saved.current, values).length === 0) localStorage.removeItem(localKey(user))
    else localStorage.setItem(localKey(user), JSON.stringify({ values, saved: saved.current } satisfies Kept))
  }, [form, user])

  /** Takes over what was changed elsewhere. */
  const follow = useCallback(
    (next: Application) => {
      if (next.version <= known.current.version) return
      const mine = form.getValues()
      const ids = mine.people.map(({ id }) => id)
      const [before, theirs] = [toValues(known.current.form, ids), toValues(next.form, ids)]
      const fields = changedElsewhere({ mine, saved: saved.current, before, theirs })
      known.current = next
      if (fields.length === 0) return
      saved.current = withAnswers(saved.current, theirs, fields)
      setLooked(saved.current)
      isFollowing.current = true
      show(form, withAnswers(mine, theirs, fields))
      isFollowing.current = false
      keep()
    },
    [form, keep],
  )

  const attempt = useCallback(async () => {
    // Somebody else may be signed in by now: this is not theirs.
    const isTheirs = () => queryClient.getQueryData(userQuery.queryKey)?.userDetails.id === user
    if (!isTheirs()) return
    const values = structuredClone(form.getValues())
    const { body, errors } = toBody(values)
    setState('saving')
    let answer: Saved
    try {
      answer = await saveWhatCanBe(save, body)
    } catch {
      if (!isTheirs()) return
      setState('unsaved')
      setFailures((count) => count + 1)
      return
    }
    const all = { ...errors, ...answer.refused }
    const kept = Object.keys(all).map((field) => nameOf(field, values))
    const sent = changedFields(saved.current, values).filter((field) => !kept.includes(field))
    saved.current = withAnswers(saved.current, values, sent)
    setLooked(saved.current)
    follow(answer.application)
    keep()
    form.clearErrors()
    for (const [field, message] of Object.entries(all)) form.setError(toPath(field) as Path<FormValues>, { message })
    setRefused(all)
    // Typing went on: a newer attempt is on its way and speaks for itself.
    if (changedFields(values, form.getValues()).length > 0 && localStorage.getItem(localKey(user))) return
    setState(Object.keys(all).length === 0 ? 'saved' : 'refused')
  }, [form, save, user, follow, keep, queryClient])

  const flush = useCallback(() => {
    clearTimeout(timer.current)
    // One after the other: an older save must not overtake a newer one.
    saving.current = saving.current.then(attempt)
    return saving.current
  }, [attempt])

  useEffect(() => {
    if (failures > 0) timer.current = setTimeout(() => void flush(), RETRY_AFTER_MS)
  }, [failures, flush])

  useEffect(() => {
    follow(application)
  }, [application, follow])

  const flushKept = useCallback(async () => {
    await (localStorage.getItem(localKey(user)) ? flush() : saving.current)
    return changedFields(saved.current, form.getValues()).length === 0
  }, [user, flush, form])

  useEffect(() => {
    const typed = () => {
      if (isFollowing.current) return
      keep()
      setState('saving')
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void flush(), SAVE_AFTER_MS)
    }
    const unsubscribe = form.subscribe({ formState: { values: true }, callback: typed })
    // What an earlier visit could not save is tried again.
    void flushKept()
    return () => {
      unsubscribe()
      clearTimeout(timer.current)
      void flushKept()
    }
  }, [form, flush, flushKept, keep])

  useOnReconnect(() => void flushKept())

  return { form, state, refused, looked, flush: flushKept }
}

interface Saved {
  application: Application
  refused: Record<string, string>
}

/** Saves the form; when fields are refused, saves it without them and answers why. */
async function saveWhatCanBe(save: (body: FormBody) => Promise<Application>, body: FormBody): Promise<Saved> {
  try {
    return { application: await save(body), refused: {} }
  } catch (error) {
    const refused = fieldErrors(error)
    if (Object.keys(refused).length === 0) throw error
    return { application: await save(without(body, Object.keys(refused))), refused }
  }
}

/** The name an answer has in `merge`, for a field the server names by its place. */
function nameOf(field: string, { people }: FormValues): string {
  const byId = field.replace(/^people\[(\d+)\]/, (whole, index: string) => (people[Number(index)] ? `people[${people[Number(index)]?.id ?? ''}]` : whole))
  return byId.replace(/^(company\.yearlyTurnover)\..*$/, '$1')
}

/** Shows other answers, without touching those that stay. */
function show(form: UseFormReturn<FormValues>, values: FormValues) {
  const now = form.getValues()
  if (!isSame(now.people, values.people)) form.setValue('people', values.people)
  const old = answersOf(now)
  for (const [field, value] of answersOf(values)) {
    if (field.startsWith('people[') || isSame(old.get(field), value)) continue
    const path = toPath(field) as Path<FormValues>
    form.setValue(path, value as PathValue<FormValues, Path<FormValues>>)
  }
}

function begin(user: string, application: Application): Kept {
  const kept = localDraft(user)
  const server = toValues(application.form, kept?.values.people.map(({ id }) => id))
  if (!kept) return { values: server, saved: server }
  // Only what was typed here is newer than what the server has.
  return { values: withAnswers(server, kept.values, changedFields(kept.saved, kept.values)), saved: server }
}

function localDraft(user: string): Kept | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(localKey(user)) ?? 'null')
    return typeof stored === 'object' && stored !== null && 'values' in stored && 'saved' in stored ? (stored as Kept) : null
  } catch {
    return null
  }
}
