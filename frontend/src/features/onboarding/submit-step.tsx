import { Button, Stack, Text } from '@chakra-ui/react'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { sentence } from '@/api/errors'
import { isLost, useAgainWhenBack } from '@/api/reconnect'
import { useSubmitApplication, type Requirement } from '@/api/onboarding'
import { serverText } from '@/api/server-texts'
import { onboardingStep } from '@/lib/paths'
import { Notice } from '@/ui/notice'
import { TextLink } from '@/ui/text-link'
import { stepOf } from './steps'

interface SubmitProps {
  missing: Requirement[]
  /** What could not be saved and is not part of the application, by field. */
  refused?: Record<string, string>
  label: string
  /** Saves what is still on its way; answers whether the server has it all. */
  flush: () => Promise<boolean>
  /** Where a requirement is met. */
  toPlace?: (field: string) => string
}

const placeInForm = (field: string) => onboardingStep(stepOf(field), field)
const NONE = {}

/** What is left, each a link to its place, and the button that hands everything in. */
export function Submit({ missing, refused = NONE, label, flush, toPlace = placeInForm }: SubmitProps) {
  const { t } = useLingui()
  const submit = useSubmitApplication()

  const wrong = Object.entries(refused)
  const open = [
    ...wrong.map(([field, message]) => ({ field, message })),
    // A refused answer is missing at the server too: once is enough.
    ...missing.filter(({ field }) => !(field in refused)).map(({ field, message }) => ({ field, message: serverText(message) })),
  ]
  const [isHeldBack, setHeldBack] = useState(false)
  const send = async () => {
    const isSaved = await flush()
    setHeldBack(!isSaved)
    if (isSaved) submit.mutate()
  }

  useAgainWhenBack(submit.error, () => void send())
  return (
    <Stack gap="4">
      {open.length === 0 ? (
        <Notice status="success" title={t`Everything is there`}>
          <Trans>After you submit, it cannot be changed.</Trans>
        </Notice>
      ) : (
        <Notice status="info" title={plural(open.length, { one: 'One thing is left', other: '# things are left' })}>
          <Stack as="ul" gap="1" mt="2" listStyleType="disc" ps="4">
            {open.map(({ field, message }, index) => (
              <li key={`${field}-${index}`}>
                <TextLink to={toPlace(field)}>{message}</TextLink>
              </li>
            ))}
          </Stack>
        </Notice>
      )}
      {isHeldBack ? <Notice status="error"><Trans>Not submitted: some of your answers are not saved yet.</Trans></Notice> : null}
      {submit.isError && !isHeldBack ? <Notice status="error">{isLost(submit.error) ? t`Connection lost. We’ll submit it as soon as you’re back online.` : sentence(submit.error)}</Notice> : null}
      <Button size="lg" colorPalette="secondary" alignSelf="flex-start" onClick={() => void send()} loading={submit.isPending} loadingText={t`Submitting`}>
        {label}
      </Button>
      <Text color="fg.muted" fontSize="sm">
        <Trans>By submitting you confirm that what you say is true and that you may speak for the company.</Trans>
      </Text>
    </Stack>
  )
}
