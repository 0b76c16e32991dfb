import { Button, Flex, HStack, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { CheckIcon, ClockIcon } from '@/ui/icons'
import { PanePart } from '@/ui/work-page'
import type { Part } from './to-review'

interface ChecklistProps {
  parts: Part[]
  /** Goes to what is not done yet. */
  go: (part: Part) => void
}

/** What is still to be looked at. It reminds; a decision does not wait for it. */
export function Checklist({ parts, go }: ChecklistProps) {
  const { t } = useLingui()
  const all = parts.reduce((sum, part) => sum + part.all, 0)
  const done = parts.reduce((sum, part) => sum + part.done, 0)
  const steps = { documents: t`Show next document`, buyers: t`Show next buyer`, changes: t`Show changes`, noticed: t`Show notices` }
  if (all === 0) return null
  return (
    <PanePart title={<span role="status"><Trans>{done} of {all} reviewed</Trans></span>}>
      <Stack as="ul" listStyleType="none" gap="1" aria-label={t`To review`}>
        {parts.map((part) => {
          const isDone = part.next === null
          return (
            <Flex as="li" key={part.part} gap="2" align="center" justify="space-between" minH="9">
              <HStack gap="2" minW="0" color={isDone ? 'fg.muted' : undefined}>
                {isDone ? <CheckIcon color="green.solid" /> : <ClockIcon color="fg.muted" />}
                <Text overflowWrap="break-word" minW="0" textStyle="label">
                  {part.label}
                </Text>
                <Text color="fg.muted" textStyle="label" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
                  <Trans>{part.done} of {part.all}</Trans>
                </Text>
              </HStack>
              {isDone ? null : (
                <Button
                  size="xs"
                  variant="ghost"
                  aria-label={steps[part.part]}
                  onClick={() => {
                    go(part)
                  }}
                >
                  <Trans>Show</Trans>
                </Button>
              )}
            </Flex>
          )
        })}
      </Stack>
    </PanePart>
  )
}
