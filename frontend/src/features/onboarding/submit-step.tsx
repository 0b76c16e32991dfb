import { Box, Heading, Stack, Text } from '@chakra-ui/react'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { sentence } from '@/api/errors'
import { isLost, useAgainWhenBack } from '@/api/reconnect'
import { onboardingQuery, useSubmitApplication } from '@/entities/application/api'
import type { Left } from '@/entities/joining/left'
import { stepOf, steps } from '@/entities/joining/steps'
import { text } from '@/lib/i18n'
import { onboardingStep } from '@/lib/paths'
import { CheckIcon } from '@/ui/icons'
import { MainAction } from '@/ui/main-action'
import { Notice } from '@/ui/notice'
import { TextLink } from '@/ui/text-link'
import type { DraftState } from './use-draft'

interface SubmitProps {
  left: readonly Left[]
  /** Whether something was begun in this browser that would be left behind. */
  isUnfinished?: boolean
  /** How the answers are saved. */
  state?: DraftState
  label: string
  /** Saves what is still on its way; answers whether the server has it all. */
  flush: () => Promise<boolean>
  /** Where something is done. */
  toPlace?: (field: string) => string
  /** What is about to be handed in. */
  children?: ReactNode
}

/** How much is left in each step: what it is stands beneath, with the answers. */
const stepsOf = (left: readonly Left[]) =>
  steps.map(({ id, title }) => ({ id, title, count: left.filter(({ field }) => stepOf(field) === id).length })).filter(({ count }) => count > 0)

const placeInForm = (field: string) => onboardingStep(stepOf(field), field)
/** What does not pass by itself. */
const STUCK: DraftState[] = ['refused', 'failed', 'conflict']

/** What is left, with a link to its place; what is handed in; and the button that does it. */
export function Submit({ left, isUnfinished = false, state = 'saved', label, flush, toPlace = placeInForm, children }: SubmitProps) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const submit = useSubmitApplication()
  const heading = useRef<HTMLHeadingElement>(null)
  const isReady = left.length === 0
  // Pressed while an answer was on its way: it is sent once that is there. Where the person has to do something first, it is not.
  const [intent, setIntent] = useState<'none' | 'waits' | 'heldBack'>('none')
  if (intent === 'waits' && (isUnfinished || STUCK.includes(state))) setIntent('heldBack')
  if (intent === 'heldBack' && state === 'saved' && !isUnfinished) setIntent('none')
  const showLeft = useEffectEvent(() => {
    heading.current?.focus()
    heading.current?.scrollIntoView({ block: 'center' })
  })
  /** Whether somebody was just told that something is left: their next step is the list. */
  const [told, setTold] = useState(0)
  useEffect(() => {
    if (told > 0) showLeft()
  }, [told])
  const send = () => {
    void flush().then((isSaved) => {
      setIntent(isSaved ? 'none' : 'waits')
      if (!isSaved) return
      // What was saved just now may have been the last thing left.
      const missing = queryClient.getQueryData(onboardingQuery.queryKey)?.missing ?? left
      if (missing.length === 0) submit.mutate()
      else {
        setTold((times) => times + 1)
        // It may have been done elsewhere.
        void queryClient.invalidateQueries({ queryKey: onboardingQuery.queryKey })
      }
    })
  }
  const press = () => {
    if (isUnfinished) {
      setIntent('heldBack')
      setTold((times) => times + 1)
    } else send()
  }
  const sendNow = useEffectEvent(send)
  useEffect(() => {
    if (intent === 'waits' && state === 'saved') sendNow()
  }, [intent, state])
  useEffect(() => {
    // Refused, or held back: what is in the way stands in the list.
    if ((submit.isError || intent === 'heldBack') && !isReady) showLeft()
  }, [submit.isError, intent, isReady])

  useAgainWhenBack(submit.error, send)
  return (
    <Stack gap="8">
      {isReady ? null : (
        <Box borderWidth="1px" borderInlineStartWidth="4px" borderColor={told > 0 ? 'border.error' : 'primary.border'} borderRadius="l2" p={{ base: '4', md: '5' }}>
          <Heading as="h3" textStyle="part" ref={heading} tabIndex={-1} outline="none">
            {plural(left.length, { one: '# item left', other: '# items left' })}
          </Heading>
          <Stack as="ul" gap="1" mt="2" listStyleType="disc" ps="4">
            {children
              ? stepsOf(left).map(({ id, title, count }) => (
                  <li key={id}>
                    <TextLink to={onboardingStep(id)}>{t`${text(title)}: ${count} left`}</TextLink>
                  </li>
                ))
              : left.map(({ field, message }, index) => (
                  <li key={`${field}-${index}`}>
                    <TextLink to={toPlace(field)}>{message}</TextLink>
                  </li>
                ))}
          </Stack>
        </Box>
      )}
      {children}
      <Stack gap="4">
        {isReady ? (
          <Notice status="success" title={t`Ready to submit`}>
            <Trans>You can’t make changes after you submit.</Trans>
          </Notice>
        ) : told > 0 && intent === 'none' ? (
          <Notice status="error">{plural(left.length, { one: 'Not submitted: # item is left.', other: 'Not submitted: # items are left.' })}</Notice>
        ) : null}
        {intent === 'heldBack' ? (
          <Notice status="error">{isUnfinished ? t`Not submitted: first finish or discard what you started.` : t`Not submitted: some of your answers are not saved yet.`}</Notice>
        ) : null}
        {intent === 'waits' ? (
          <Notice status="info">{state === 'unsaved' ? t`Connection lost. We’ll submit it as soon as you’re back online.` : t`We’ll submit it as soon as your answers are saved.`}</Notice>
        ) : null}
        {submit.isError && intent === 'none' ? <Notice status="error">{isLost(submit.error) ? t`Connection lost. We’ll submit it as soon as you’re back online.` : sentence(submit.error)}</Notice> : null}
        <Text color="fg.muted" textStyle="label">
          <Trans>By submitting, you confirm that this information is correct and you’re authorised to act for the company.</Trans>
        </Text>
        <MainAction size="lg" alignSelf={{ base: 'stretch', sm: 'flex-start' }} onClick={press} loading={submit.isPending} loadingText={t`Submitting`}>
          {isReady ? <CheckIcon /> : null}
          {label}
        </MainAction>
      </Stack>
    </Stack>
  )
}
