import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useForm, type Path, type PathValue, type UseFormReturn } from 'react-hook-form'
import { useOnReconnect } from '@/api/connection'
import { conflictsIn, onboardingQuery, useEditForm, type Application } from '@/api/onboarding'
import { userQuery } from '@/api/user'
import { keepDraft, takeDrafts, type Kept } from './kept-draft'
import { byPlace, toPath, toValues, type FormValues } from './form-values'
import { answersOf, changedElsewhere, changedFields, isSame, withAnswers } from './merge'
import { changesOf, saveWhatCanBe, type Saved } from './save-changes'

export type DraftState = 'saved' | 'saving' | 'unsaved' | 'refused' | 'conflict'

/** A pause in typing. */
const SAVE_AFTER_MS = 700
/** How long until a save that failed is tried again. */
const RETRY_AFTER_MS = 4000

/** An answer that was changed here and elsewhere. */
export interface Disagreement {
  field: string
  mine: FormValues
  theirs: FormValues
}

export interface Draft {
  form: UseFormReturn<FormValues>
  state: DraftState
  /** What the server would not take and is kept here, by its names of the fields. */
  refused: Record<string, string>
  /** What was typed when it was last saved: what the server has looked at. */
  looked: FormValues
  /** What the person has to choose between. */
  disagreements: Disagreement[]
  choose: (field: string, whose: 'mine' | 'theirs') => void
  /** Saves now what is not saved yet; answers whether the server has it all. */
  flush: () => Promise<boolean>
}

/**
 * The form, saved field by field as one types. What the server refuses or cannot be reached for stays in this browser until it
 * is saved, so that leaving and coming back loses nothing. What is changed elsewhere comes in, except where something is being
 * typed here; where both changed one answer, the person chooses.
 */
export function useDraft(user: string, application: Application): Draft {
  const queryClient = useQueryClient()
  const [start] = useState(() => takeDrafts(user, toValues(application.form)))
  const form = useForm<FormValues>({ defaultValues: start.values })
  const { mutateAsync: edit } = useEditForm()
  const [state, setState] = useState<DraftState>('saved')
  const [refused, setRefused] = useState<Record<string, string>>({})
  const [looked, setLooked] = useState(start.saved)
  const [disagreements, setDisagreements] = useState<Disagreement[]>([])
  const [failures, setFailures] = useState(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const saving = useRef<Promise<void>>(Promise.resolve())
  /** What of it the server has: as typed when it was saved, and as the server told it. */
  const has = useRef<Omit<Kept, 'values'>>(start)
  const version = useRef(application.version)
  const undecided = useRef<readonly string[]>([])
  const isFollowing = useRef(false)

  const unsaved = useCallback(() => changedFields(has.current.saved, form.getValues()), [form])
  const note = useCallback(
    (now: Omit<Kept, 'values'>) => {
      has.current = now
      setLooked(now.saved)
      keepDraft(user, { ...now, values: form.getValues() })
    },
    [form, user],
  )

  const showOnly = useCallback(
    (values: FormValues) => {
      isFollowing.current = true
      show(form, values)
      isFollowing.current = false
    },
    [form],
  )

  /** Takes over what was changed elsewhere. */
  const follow = useCallback(
    (next: Application) => {
      if (next.version <= version.current) return
      version.current = next.version
      const [mine, theirs] = [form.getValues(), toValues(next.form)]
      const { saved, base } = has.current
      const fields = changedElsewhere({ mine, saved, before: base, theirs })
      if (fields.length === 0) return
      showOnly(withAnswers(mine, theirs, fields))
      note({ saved: withAnswers(saved, theirs, fields), base: withAnswers(base, theirs, fields) })
    },
    [form, note, showOnly],
  )

  const attempt = useCallback(async () => {
    // Somebody else may be signed in by now: this is not theirs.
    const isTheirs = () => queryClient.getQueryData(userQuery.queryKey)?.userDetails.id === user
    if (!isTheirs()) return
    const values = structuredClone(form.getValues())
    const { saved, base } = has.current
    const fields = changedFields(saved, values).filter((field) => !undecided.current.includes(field))
    const { changes, errors } = changesOf(fields, values, base)
    setState('saving')
    let answer: Saved = { application: null, refused: {} }
    try {
      if (changes.length > 0) answer = await saveWhatCanBe((sent) => edit({ version: version.current, changes: sent }), changes)
    } catch (error) {
      if (!isTheirs()) return
      const conflicts = conflictsIn(error).map(({ field }) => field)
      if (conflicts.length === 0) {
        setState('unsaved')
        setFailures((count) => count + 1)
        return
      }
      const next = await queryClient.fetchQuery({ ...onboardingQuery, staleTime: 0 }).catch(() => null)
      if (next) follow(next)
      const theirs = next ? toValues(next.form) : null
      if (theirs) {
        undecided.current = [...undecided.current, ...conflicts.flatMap((field) => [field, ...fields.filter((one) => one.startsWith(`${field}.`))])]
        setDisagreements((all) => [...all, ...conflicts.map((field) => ({ field, mine: form.getValues(), theirs }))])
      }
      // What nobody disagrees about is saved all the same.
      setFailures((count) => count + 1)
      setState('conflict')
      return
    }
    const all = { ...errors, ...answer.refused }
    const isRefused = (field: string) => Object.keys(all).some((one) => one === field || (!field.endsWith(']') && one.startsWith(`${field}.`)))
    const sent = fields.filter((field) => !isRefused(field))
    const took = blankOut(values, sent, Object.keys(all))
    const told = answer.application ? toValues(answer.application.form) : took
    note({ saved: withAnswers(has.current.saved, took, sent), base: withAnswers(has.current.base, told, sent) })
    if (answer.application) follow(answer.application)
    form.clearErrors()
    const here = Object.fromEntries(Object.entries(all).map(([field, message]) => [byPlace(field, form.getValues()), message]))
    for (const [field, message] of Object.entries(here)) form.setError(toPath(field) as Path<FormValues>, { message })
    setRefused(here)
    // Typing went on: a newer attempt is on its way and speaks for itself.
    if (changedFields(values, form.getValues()).length > 0 && unsaved().length > 0) return
    setState(Object.keys(all).length > 0 ? 'refused' : undecided.current.length > 0 ? 'conflict' : 'saved')
  }, [form, edit, user, follow, note, unsaved, queryClient])

  const flush = useCallback(() => {
    clearTimeout(timer.current)
    // One after the other: an older save must not overtake a newer one.
    saving.current = saving.current.then(attempt)
    return saving.current
  }, [attempt])

  useEffect(() => {
    if (failures > 0) timer.current = setTimeout(() => void flush(), undecided.current.length > 0 ? 0 : RETRY_AFTER_MS)
  }, [failures, flush])

  useEffect(() => {
    follow(application)
  }, [application, follow])

  const flushUnsaved = useCallback(async () => {
    await (unsaved().length > 0 ? flush() : saving.current)
    return unsaved().length === 0
  }, [unsaved, flush])

  useEffect(() => {
    const typed = () => {
      if (isFollowing.current) return
      keepDraft(user, { ...has.current, values: form.getValues() })
      setState('saving')
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void flush(), SAVE_AFTER_MS)
    }
    const unsubscribe = form.subscribe({ formState: { values: true }, callback: typed })
    // What an earlier visit could not save is tried again.
    void flushUnsaved()
    return () => {
      unsubscribe()
      clearTimeout(timer.current)
      void flushUnsaved()
    }
  }, [form, user, flush, flushUnsaved])

  useOnReconnect(() => void flushUnsaved())

  const choose = (field: string, whose: 'mine' | 'theirs') => {
    const found = disagreements.find((one) => one.field === field)
    if (!found) return
    const taken = [field, ...undecided.current.filter((one) => one.startsWith(`${field}.`))]
    undecided.current = undecided.current.filter((one) => !taken.includes(one))
    setDisagreements((all) => all.filter((one) => one.field !== field))
    if (whose === 'theirs') showOnly(withAnswers(form.getValues(), found.theirs, [field]))
    const { saved, base } = has.current
    // Kept, mine replaces what is there now; so it is a change from that.
    note({ saved: withAnswers(saved, found.theirs, [field]), base: withAnswers(base, found.theirs, [field]) })
    void flush()
  }

  return { form, state, refused, looked, disagreements, choose, flush: flushUnsaved }
}

/** The answers as they were taken: somebody new is there, without what was refused of them. */
function blankOut(values: FormValues, sent: readonly string[], refused: readonly string[]): FormValues {
  const people = values.people.map((person) => {
    if (!sent.includes(`people[${person.id}]`)) return person
    const blank = refused.filter((field) => field.startsWith(`people[${person.id}].`)).map((field) => field.split('.').at(-1) ?? '')
    return { ...person, ...Object.fromEntries(blank.map((key) => [key, key === 'roles' ? [] : ''])) }
  })
  return { ...values, people }
}

/** Shows other answers, without touching those that stay. */
function show(form: UseFormReturn<FormValues>, values: FormValues) {
  const now = form.getValues()
  const order = (one: FormValues) => one.people.map(({ id }) => id)
  if (!isSame(order(now), order(values))) form.setValue('people', values.people)
  const old = answersOf(now)
  for (const [field, value] of answersOf(values)) {
    if (isSame(old.get(field), value)) continue
    const path = toPath(byPlace(field, values)) as Path<FormValues>
    form.setValue(path, value as PathValue<FormValues, Path<FormValues>>)
  }
}
