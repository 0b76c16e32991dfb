import { Button, HStack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { failure } from '@/api/errors'
import type { Decision } from '@/entities/application/decisions'
import { text } from '@/lib/i18n'
import { useNavigate } from '@/lib/navigation'
import { casePath, paths } from '@/lib/paths'
import { CheckIcon } from '@/ui/icons'
import { Failure } from '@/ui/failure'
import { TextLink } from '@/ui/text-link'
import { findNextCase } from './api'

interface NextCase {
  go: () => void
  isLooking: boolean
  /** Nothing else waits. */
  isNone: boolean
  error: Error | null
}

/** Leads on to the case that waits longest and is nobody else's. */
export function useNextCase(id: string): NextCase {
  const navigate = useNavigate()
  const look = useMutation({
    mutationFn: () => findNextCase(id),
    onSuccess: (next) => {
      if (next) navigate(casePath(next))
    },
  })
  return {
    go: () => {
      if (!look.isPending) look.mutate()
    },
    isLooking: look.isPending,
    isNone: look.data === null,
    error: look.error,
  }
}

interface AfterDecisionProps {
  made: Decision | null
  nextCase: NextCase
  button: RefObject<HTMLButtonElement | null>
}

/** What was done, and the way on, which gets the focus when the dialog is away. */
export function AfterDecision({ made, nextCase, button }: AfterDecisionProps) {
  const { t } = useLingui()
  return (
    <HStack gap="4" wrap="wrap" justify="space-between">
      <HStack gap="2" role="status">
        {made ? <CheckIcon color="green.solid" /> : null}
        <Text>{[made ? text(made.done) : '', nextCase.isNone ? t`No other case is waiting for you.` : ''].filter(Boolean).join(' ')}</Text>
      </HStack>
      {nextCase.error ? <Failure {...failure(nextCase.error)} /> : null}
      <HStack gap="3">
        <TextLink to={paths.review}>
          <Trans>Back to applications</Trans>
        </TextLink>
        {nextCase.isNone ? null : (
          <Button ref={button} size="sm" loading={nextCase.isLooking} onClick={nextCase.go}>
            <Trans>Next case</Trans>
          </Button>
        )}
      </HStack>
    </HStack>
  )
}
