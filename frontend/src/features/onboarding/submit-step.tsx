import { Stack, Text } from '@chakra-ui/react'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useState } from 'react'
import { sentence } from '@/api/errors'
import { isLost, useAgainWhenBack } from '@/api/reconnect'
import { useSubmitApplication, type Requirement } from '@/entities/application/api'
import { requirementText } from '@/entities/application/requirements'
import { onboardingStep } from '@/lib/paths'
import { MainAction } from '@/ui/main-action'
import { Notice } from '@/ui/notice'
import { TextLink } from '@/ui/text-link'
import { stepOf } from './steps'
import type { Unfinished } from './unfinished'
import type { DraftState } from './use-draft'

interface SubmitProps {
  missing: Requirement[]
  /** What could not be saved and is not part of the application, by field. */
  refused?: Record<string, string>
  /** What was begun in this browser and would be left behind. */
  unfinished?: Unfinished[]
  /** How the answers are saved. */
  state?: DraftState
  label: string
  /** Saves what is still on its way; answers whether the server has it all. */
  flush: () => Promise<boolean>
  /** Where a requirement is met. */
  toPlace?: (field: string) => string
}

const placeInForm = (field: string) => onboardingStep(stepOf(field), field)
const NONE = {}
const NOTHING: Unfinished[] = []
/** What does not pass by itself. */
const STUCK: DraftState[] = ['refused', 'failed', 'conflict']

/** What is left, each a link to its place, and the button that hands everything in. */
export function Submit({ missing, refused = NONE, unfinished = NOTHING, state = 'saved', label, flush, toPlace = placeInForm }: SubmitProps) {
  const { t } = useLingui()
  const submit = useSubmitApplication()

  const wrong = Object.entries(refused)
  const open = [
    ...wrong.map(([field, message]) => ({ field, message })),
    // A refused answer is missing at the server too: once is enough.
    ...missing.filter(({ field }) => !(field in refused)).map((one) => ({ field: one.field, message: requirementText(one) })),
    ...unfinished,
  ]
  // Pressed while an answer was on its way: it is sent once that is there. Where the person has to do something first, it is not.
  const [intent, setIntent] = useState<'none' | 'waits' | 'heldBack'>('none')
  if (intent === 'waits' && (unfinished.length > 0 || STUCK.includes(state))) setIntent('heldBack')
  if (intent === 'heldBack' && state === 'saved' && unfinished.length === 0) setIntent('none')
  const send = () => {
    void flush().then((isSaved) => {
      setIntent(isSaved ? 'none' : 'waits')
      if (isSaved) submit.mutate()
    })
  }
  const press = () => {
    if (unfinished.length > 0) setIntent('heldBack')
    else send()
  }
  const sendNow = useEffectEvent(send)
  useEffect(() => {
    if (intent === 'waits' && state === 'saved') sendNow()
  }, [intent, state])

  useAgainWhenBack(submit.error, send)
  return (
    <Stack gap="4">
      {open.length === 0 ? (
        <Notice status="success" title={t`Ready to submit`}>
          <Trans>You can’t make changes after you submit.</Trans>
        </Notice>
      ) : (
        <Notice status="info" title={plural(open.length, { one: '# item left', other: '# items left' })}>
          <Stack as="ul" gap="1" mt="2" listStyleType="disc" ps="4">
            {open.map(({ field, message }, index) => (
              <li key={`${field}-${index}`}>
                <TextLink to={toPlace(field)}>{message}</TextLink>
              </li>
            ))}
          </Stack>
        </Notice>
      )}
      {intent === 'heldBack' ? (
        <Notice status="error">{unfinished.length > 0 ? t`Not submitted: first finish or discard what you started.` : t`Not submitted: some of your answers are not saved yet.`}</Notice>
      ) : null}
      {intent === 'waits' ? (
        <Notice status="info">{state === 'unsaved' ? t`Connection lost. We’ll submit it as soon as you’re back online.` : t`We’ll submit it as soon as your answers are saved.`}</Notice>
      ) : null}
      {submit.isError && intent === 'none' ? <Notice status="error">{isLost(submit.error) ? t`Connection lost. We’ll submit it as soon as you’re back online.` : sentence(submit.error)}</Notice> : null}
      <MainAction size="lg" alignSelf="flex-start" onClick={press} loading={submit.isPending} loadingText={t`Submitting`}>
        {label}
      </MainAction>
      <Text color="fg.muted" fontSize="sm">
        <Trans>By submitting, you confirm that this information is correct and you’re authorised to act for the company.</Trans>
      </Text>
    </Stack>
  )
}
