import { useCallback, useEffect, useRef, useState } from 'react'
import { useForm, type Path, type UseFormReturn } from 'react-hook-form'
import { fieldErrors } from '@/api/errors'
import { useSaveForm, type Application, type FormBody } from '@/api/onboarding'
import { toBody, toPath, toValues, without, type FormValues } from './form-values'

export type DraftState = 'saved' | 'saving' | 'unsaved'

/** A pause in typing. */
const SAVE_AFTER_MS = 700
/** How long until a save that failed is tried again. */
const RETRY_AFTER_MS = 4000

const localKey = (user: string) => `onboardingDraft:${user}`

interface Draft {
  form: UseFormReturn<FormValues>
  state: DraftState
  /** Saves now what is not saved yet. */
  flush: () => Promise<void>
}

/**
 * The form, saved as one types. What the server refuses or cannot be reached for stays in this browser until it is
 * saved, so that leaving and coming back loses nothing.
 */
export function useDraft(user: string, application: Application): Draft {
  const [initial] = useState(() => localDraft(user) ?? toValues(application.form))
  const form = useForm<FormValues>({ defaultValues: initial })
  const { mutateAsync: save } = useSaveForm()
  const [state, setState] = useState<DraftState>('saved')
  const [failures, setFailures] = useState(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const saving = useRef<Promise<void>>(Promise.resolve())

  const showErrors = useCallback(
    (errors: Record<string, string>) => {
      form.clearErrors()
      for (const [field, message] of Object.entries(errors)) form.setError(toPath(field) as Path<FormValues>, { message })
    },
    [form],
  )

  const attempt = useCallback(async () => {
    const values = form.getValues()
    const { body, errors } = toBody(values)
    setState('saving')
    let refused: Record<string, string> = {}
    try {
      refused = await saveWhatCanBe(save, body)
    } catch {
      setState('unsaved')
      setFailures((count) => count + 1)
      return
    }
    const all = { ...errors, ...refused }
    showErrors(all)
    // Typing went on: a newer attempt is on its way and speaks for itself.
    if (form.getValues() !== values && JSON.stringify(form.getValues()) !== JSON.stringify(values)) return
    if (Object.keys(all).length === 0) localStorage.removeItem(localKey(user))
    setState(Object.keys(all).length === 0 ? 'saved' : 'unsaved')
  }, [form, save, showErrors, user])

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
    const typed = () => {
      localStorage.setItem(localKey(user), JSON.stringify(form.getValues()))
      setState('saving')
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void flush(), SAVE_AFTER_MS)
    }
    const unsubscribe = form.subscribe({ formState: { values: true }, callback: typed })
    // What an earlier visit could not save is tried again.
    if (localStorage.getItem(localKey(user))) void flush()
    return () => {
      unsubscribe()
      clearTimeout(timer.current)
      if (localStorage.getItem(localKey(user))) void flush()
    }
  }, [form, user, flush])

  return { form, state, flush: useCallback(() => (localStorage.getItem(localKey(user)) ? flush() : saving.current), [user, flush]) }
}

/** Saves the form; when fields are refused, saves it without them and answers why. */
async function saveWhatCanBe(save: (body: FormBody) => Promise<unknown>, body: FormBody): Promise<Record<string, string>> {
  try {
    await save(body)
    return {}
  } catch (error) {
    const refused = fieldErrors(error)
    if (Object.keys(refused).length === 0) throw error
    await save(without(body, Object.keys(refused)))
    return refused
  }
}

function localDraft(user: string): FormValues | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(localKey(user)) ?? 'null')
    return typeof stored === 'object' && stored !== null && 'company' in stored ? (stored as FormValues) : null
  } catch {
    return null
  }
}
