import { Button, Stack, Text } from '@chakra-ui/react'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { sentence } from '@/api/errors'
import { useSubmitApplication, type Requirement } from '@/api/onboarding'
import { serverText } from '@/api/server-texts'
import { onboardingStep } from '@/lib/paths'
import { Notice } from '@/ui/notice'
import { TextLink } from '@/ui/text-link'
import { stepOf } from './steps'

interface SubmitProps {
  missing: Requirement[]
  label: string
  /** Saves what is still on its way. */
  flush: () => Promise<void>
  /** Where a requirement is met. */
  toPlace?: (requirement: Requirement) => string
}

const placeInForm = (requirement: Requirement) => onboardingStep(stepOf(requirement), requirement.field)

/** What is left, each a link to its place, and the button that hands everything in. */
export function Submit({ missing, label, flush, toPlace = placeInForm }: SubmitProps) {
  const { t } = useLingui()
  const submit = useSubmitApplication()

  const send = async () => {
    await flush()
    submit.mutate()
  }

  return (
    <Stack gap="4">
      {missing.length === 0 ? (
        <Notice status="success" title={t`Everything is there`}>
          <Trans>After you submit, it cannot be changed.</Trans>
        </Notice>
      ) : (
        <Notice status="info" title={plural(missing.length, { one: 'One thing is left', other: '# things are left' })}>
          <Stack as="ul" gap="1" mt="2" listStyleType="disc" ps="4">
            {missing.map((requirement, index) => (
              <li key={`${requirement.field}-${index}`}>
                <TextLink to={toPlace(requirement)}>{serverText(requirement.message)}</TextLink>
              </li>
            ))}
          </Stack>
        </Notice>
      )}
      {submit.isError ? <Notice status="error">{sentence(submit.error)}</Notice> : null}
      <Button size="lg" colorPalette="secondary" alignSelf="flex-start" onClick={() => void send()} loading={submit.isPending} loadingText={t`Submitting`}>
        {label}
      </Button>
      <Text color="fg.muted" fontSize="sm">
        <Trans>By submitting you confirm that what you say is true and that you may speak for the company.</Trans>
      </Text>
    </Stack>
  )
}
