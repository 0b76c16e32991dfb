import { chakra, Text } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import type { Requirement } from '@/api/onboarding'
import { text } from '@/lib/i18n'
import { Link } from '@/lib/navigation'
import { onboardingStep } from '@/lib/paths'
import { stepOf, steps, type StepId } from './steps'

/** The steps, where one is, and what each still lacks. */
export function StepList({ current, missing }: { current: StepId; missing: Requirement[] }) {
  const { t } = useLingui()
  const currentItem = useRef<HTMLLIElement>(null)
  useEffect(() => {
    // On a narrow screen the list scrolls sideways: where one is stays in sight.
    const item = currentItem.current
    item?.parentElement?.parentElement?.scrollTo({ left: item.offsetLeft - item.offsetWidth / 2 })
  }, [current])
  return (
    <chakra.nav aria-label={t`Steps of the form`} overflowX="auto" position="relative">
      <chakra.ol display="flex" gap="2" listStyleType="none" pb="1">
        {steps.map(({ id, title }, index) => {
          const left = id === 'submit' ? missing.length : missing.filter((requirement) => stepOf(requirement) === id).length
          const isCurrent = id === current
          return (
            <chakra.li key={id} flexShrink="0" ref={isCurrent ? currentItem : undefined}>
              <chakra.span asChild display="block" px="3" py="2" borderRadius="l2" borderWidth="1px" bg={isCurrent ? 'primary.solid' : 'bg.panel'} color={isCurrent ? 'primary.contrast' : 'fg'} borderColor={isCurrent ? 'primary.solid' : 'border'}>
                <Link to={onboardingStep(id)} aria-current={isCurrent ? 'step' : undefined}>
                  <Text as="span" display="block" fontSize="sm" whiteSpace="nowrap">
                    {index + 1}. {text(title)}
                  </Text>
                  <Text as="span" display="block" fontSize="xs" color={isCurrent ? 'primary.contrast' : 'fg.muted'}>
                    {left === 0 ? t`Complete` : t`${left} left`}
                  </Text>
                </Link>
              </chakra.span>
            </chakra.li>
          )
        })}
      </chakra.ol>
    </chakra.nav>
  )
}
