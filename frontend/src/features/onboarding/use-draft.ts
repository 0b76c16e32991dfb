import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { useOnReconnect } from '@/api/connection'
import { outcomeOf, retryAt } from '@/api/errors'
import { conflictsIn, onboardingQuery, useEditForm, type Application, type FieldChange } from '@/entities/application/api'
import { userQuery } from '@/entities/user/me'
import { byPlace, toValues, type FormValues } from './form-values'
import { keepDraft, takeDrafts, type Kept } from './kept-draft'
import { changedElsewhere, changedFields, personField, withAnswers } from './merge'
import { changesOf, isOurs, openFields, saveWhatCanBe, sending, settled, takenOf, type Saved } from './save-changes'
import { setbackOf, type Setback } from './setback'
import type { Suggestions } from './suggestions'
import { showAnswers, showRefused } from './show-answers'

export type DraftState = 'saved' | 'filled' | 'saving' | 'refused' | 'conflict' | Setback['state']

/** A pause in typing. */
const SAVE_AFTER_MS = 700
/** How often what is in the way of a save is cleared before the next is put off. */
const PASSES = 5

/** An answer that was changed here and elsewhere. */
export interface Disagreement {
  field: string
  mine: FormValues
  theirs: FormValues
}

export interface Draft {
  form: UseFormReturn<FormValues>
  state: DraftState
  /** Whether this device keeps what is not saved. */
  isKept: boolean
  /** Why it is not saved, where the server said so. */
  failure: unknown
  /** What the server would not take and is kept here, by its names of the fields. */
  refused: Record<string, string>
  /** What the server was not told, where that does not pass by itself in a moment. */
  unsaved: readonly string[]
  /** What was typed when it was last saved: what the server has looked at. */
  looked: FormValues
  /** What the person has to choose between. */
  disagreements: Disagreement[]
  choose: (field: string, whose: 'mine' | 'theirs') => void
  /** Fills in for the person, in silence: it is saved with what they change, or as they go on. */
  fill: (suggested: Suggestions) => void
  /** Saves what was filled in and is not saved yet: the person went on with it. */
  saveFilled: () => void
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
  const [setback, setSetback] = useState<Setback | null>(null)
  const [isKept, setKept] = useState(true)
  const [refused, setRefused] = useState<Record<string, string>>({})
  const [unsaved, setUnsaved] = useState<readonly string[]>([])
  const [looked, setLooked] = useState(start.saved)
  const [disagreements, setDisagreements] = useState<Disagreement[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const saving = useRef<Promise<void>>(Promise.resolve())
  /** What of it the server has, as typed when it was saved and as the server told it, and what it may have. */
  const has = useRef<Omit<Kept, 'values'>>(start)
  const version = useRef(application.version)
  const undecided = useRef<readonly string[]>([])
  const isFollowing = useRef(false)
  /** What was filled in and is not saved. */
  const filled = useRef<readonly string[]>([])
  const failures = useRef(0)
  /** Before then the server takes nothing, in milliseconds since 1970. */
  const patience = useRef(0)

  const open = useCallback(() => openFields({ ...has.current, values: form.getValues() }), [form])
  const note = useCallback(
    (now: Partial<Omit<Kept, 'values'>>) => {
      has.current = { ...has.current, ...now }
      setLooked(has.current.saved)
      setKept(keepDraft(user, { ...has.current, values: form.getValues() }))
    },
    [form, user],
  )

  const showOnly = useCallback(
    (values: FormValues) => {
      isFollowing.current = true
      showAnswers(form, values)
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
      setDisagreements((all) => all.map((one) => ({ ...one, theirs })))
      // What was filled in for the person is not theirs yet: another's answer counts.
      const typed = open().filter((field) => !filled.current.includes(field))
      const fields = changedElsewhere({ before: base, theirs, typed })
      if (fields.length === 0) return
      showOnly(withAnswers(mine, theirs, fields))
      note({ saved: withAnswers(saved, theirs, fields), base: withAnswers(base, theirs, fields) })
    },
    [form, note, open, showOnly],
  )

  /** What stands there now is what the next change is made from. */
  const startFrom = useCallback(
    (theirs: FormValues, fields: readonly string[]) => {
      const { saved, base, unanswered } = has.current
      // Of somebody the server was not known to have, all of them.
      const isNew = (field: string) => !base.people.some(({ id }) => field.startsWith(`${personField(id)}.`))
      const all = fields.flatMap((field) => (field.startsWith('people[') && isNew(field) ? [field, field.replace(/\].*/, ']')] : [field]))
      note({ saved: withAnswers(saved, theirs, all), base: withAnswers(base, theirs, all), unanswered: settled(unanswered, all) })
    },
    [note],
  )

  const send = useCallback(
    async (changes: FieldChange[]) => {
      const before = has.current.unanswered
      note({ unanswered: sending(before, changes) })
      try {
        return await edit({ version: version.current, changes })
      } catch (error) {
        if (outcomeOf(error) !== 'unknown') note({ unanswered: before })
        throw error
      }
    },
    [edit, note],
  )

  /** Clears what was changed elsewhere out of the way: what is ours after all goes on, of the rest the person chooses. */
  const meet = useCallback(
    async (conflicts: string[]) => {
      const { base, unanswered } = has.current
      const next = await queryClient.fetchQuery({ ...onboardingQuery, staleTime: 0 })
      const theirs = toValues(next.form)
      const ours = conflicts.filter((field) => isOurs(field, next.form, base, unanswered))
      if (ours.length > 0) startFrom(theirs, ours)
      const others = conflicts.filter((field) => !ours.includes(field))
      undecided.current = [...undecided.current, ...others]
      follow(next)
      setDisagreements((all) => [...all, ...others.map((field) => ({ field, mine: form.getValues(), theirs }))])
    },
    [form, follow, queryClient, startFrom],
  )

  /** Saves what there is; answers whether something was in the way that is no more. */
  const pass = useCallback(async (): Promise<boolean> => {
    // Somebody else may be signed in by now: this is not theirs.
    const isTheirs = () => queryClient.getQueryData(userQuery.queryKey)?.userDetails.id === user
    if (!isTheirs()) return false
    const values = structuredClone(form.getValues())
    const fields = open().filter((field) => !undecided.current.some((one) => field === one || field.startsWith(`${one}.`)))
    const { changes, errors } = changesOf(fields, values, has.current.base, has.current.unanswered)
    setState('saving')
    setSetback(null)
    patience.current = 0
    let answer: Saved = { application: null, refused: {} }
    try {
      if (changes.length > 0) answer = await saveWhatCanBe(send, changes)
    } catch (error) {
      if (!isTheirs()) return false
      const conflicts = conflictsIn(error).map(({ field }) => field)
      if (conflicts.length === 0) throw error
      await meet(conflicts)
      return true
    }
    failures.current = 0
    const all = { ...errors, ...answer.refused }
    filled.current = []
    const { taken, form: took } = takenOf(fields, values, Object.keys(all))
    const told = answer.application ? toValues(answer.application.form) : took
    const { saved, base, unanswered } = has.current
    note({ saved: withAnswers(saved, took, taken), base: withAnswers(base, told, taken), unanswered: settled(unanswered, taken) })
    if (answer.application) follow(answer.application)
    const here = showRefused(form, all)
    setRefused(here)
    note({ refused: here })
    // Typing went on: a newer attempt is on its way and speaks for itself.
    if (changedFields(values, form.getValues()).length > 0 && open().length > 0) return false
    setUnsaved(undecided.current.map((field) => byPlace(field, form.getValues())))
    setState(Object.keys(all).length > 0 ? 'refused' : undecided.current.length > 0 ? 'conflict' : 'saved')
    return false
  }, [form, user, follow, meet, note, open, send, queryClient])

  const attempt = useCallback(async () => {
    try {
      for (let left = PASSES; left > 0; left -= 1) if (!(await pass())) return
      throw new Error('The form is changed elsewhere again and again')
    } catch (error) {
      failures.current += 1
      const next = setbackOf(error, failures.current, Date.now())
      patience.current = retryAt(error) ?? 0
      setState(next.state)
      setUnsaved(open().map((field) => byPlace(field, form.getValues())))
      setSetback(next)
      // It may not be there to be changed any more.
      if (next.after === null) void queryClient.invalidateQueries({ queryKey: onboardingQuery.queryKey })
    }
  }, [form, open, pass, queryClient])

  const flush = useCallback(() => {
    clearTimeout(timer.current)
    // One after the other: an older save must not overtake a newer one.
    saving.current = saving.current.then(attempt)
    return saving.current
  }, [attempt])

  useEffect(() => {
    if (setback === null || setback.after === null) return undefined
    const again = setTimeout(() => void flush(), setback.after)
    return () => {
      clearTimeout(again)
    }
  }, [setback, flush])

  useEffect(() => {
    follow(application)
  }, [application, follow])

  const flushOpen = useCallback(async () => {
    await (open().length > 0 ? flush() : saving.current)
    return open().length === 0
  }, [open, flush])

  useEffect(() => {
    const typed = () => {
      if (isFollowing.current) return
      setKept(keepDraft(user, { ...has.current, values: form.getValues() }))
      // It goes along as soon as the server takes anything again.
      if (Date.now() < patience.current) return
      setState('saving')
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void flush(), SAVE_AFTER_MS)
    }
    const unsubscribe = form.subscribe({ formState: { values: true }, callback: typed })
    // What an earlier visit could not save is tried again.
    void flushOpen()
    return () => {
      unsubscribe()
      clearTimeout(timer.current)
      void flushOpen()
    }
  }, [form, user, flush, flushOpen])

  useOnReconnect(() => void flushOpen())

  const fill = useCallback(
    (suggested: Suggestions) => {
      const values = structuredClone(form.getValues())
      for (const [field, value] of Object.entries(suggested)) {
        if (field === 'company.country') values.company.country = value
        if (field === 'company.address.country') values.company.address.country = value
        if (field === 'bankAccount.holder') values.bankAccount.holder = value
        if (field === 'bankAccount.currency') values.bankAccount.currency = value
      }
      filled.current = [...filled.current, ...Object.keys(suggested)]
      showOnly(values)
      // It is suggested once: who comes back finds it.
      setKept(keepDraft(user, { ...has.current, values: form.getValues() }))
      setState('filled')
    },
    [form, showOnly, user],
  )

  const saveFilled = useCallback(() => {
    if (filled.current.length > 0) void flushOpen()
  }, [flushOpen])

  const choose = (field: string, whose: 'mine' | 'theirs') => {
    const found = disagreements.find((one) => one.field === field)
    if (!found) return
    undecided.current = undecided.current.filter((one) => one !== field)
    setDisagreements((all) => all.filter((one) => one.field !== field))
    if (whose === 'theirs') showOnly(withAnswers(form.getValues(), found.theirs, [field]))
    startFrom(found.theirs, [field])
    void flush()
  }

  return { form, state, isKept, failure: setback?.state === 'unsaved' ? null : (setback?.error ?? null), refused, unsaved, looked, disagreements, choose, fill, saveFilled, flush: flushOpen }
}
