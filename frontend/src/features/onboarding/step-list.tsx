import { chakra, Text } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { useBuyers } from '@/entities/buyer/api'
import type { Requirement } from '@/entities/application/api'
import { text } from '@/lib/i18n'
import { Link } from '@/lib/navigation'
import { onboardingStep } from '@/lib/paths'
import { stepOf, steps, type StepId } from './steps'
import type { Unfinished } from './unfinished'

/** The steps, where one is, and what each still lacks. */
interface StepListProps {
  current: StepId
  missing: Requirement[]
  /** What could not be saved. */
  refused: string[]
  unfinished: Unfinished[]
}

export function StepList({ current, missing, refused, unfinished }: StepListProps) {
  const { t } = useLingui()
  const { data: buyers } = useBuyers()
  // What is refused is not there at the server either: it counts once.
  const open = [...missing.map(({ field }) => field), ...refused.filter((field) => !missing.some((one) => field.startsWith(one.field))), ...unfinished.map(({ field }) => field)]
  const stateOf = (id: StepId) => {
    const left = id === 'submit' ? open.length : open.filter((field) => stepOf(field) === id).length
    if (id === 'buyers' && unfinished.some(({ field }) => field === 'buyers')) return t`Unfinished`
    if (left > 0) return t`${left} left`
    if (id === 'submit') return t`Ready`
    return id === 'buyers' && buyers?.length === 0 ? t`None yet` : t`Complete`
  }
  const currentItem = useRef<HTMLLIElement>(null)
  useEffect(() => {
    // On a narrow screen the list scrolls sideways: where one is stays in sight.
    const item = currentItem.current
    item?.parentElement?.parentElement?.scrollTo({ left: item.offsetLeft - item.offsetWidth / 2 })
  }, [current])
  return (
    <chakra.nav aria-label={t`Application steps`} overflowX="auto" position="relative">
      <chakra.ol display="flex" gap="2" listStyleType="none" pb="1">
        {steps.map(({ id, title }, index) => {
          const isCurrent = id === current
          return (
            <chakra.li key={id} flexShrink="0" ref={isCurrent ? currentItem : undefined}>
              <chakra.span asChild display="block" px="3" py="2" borderRadius="l2" borderWidth="1px" bg={isCurrent ? 'primary.solid' : 'bg.panel'} color={isCurrent ? 'primary.contrast' : 'fg'} borderColor={isCurrent ? 'primary.solid' : 'border'}>
                <Link to={onboardingStep(id)} aria-current={isCurrent ? 'step' : undefined}>
                  <Text as="span" display="block" fontSize="sm" whiteSpace="nowrap">
                    {index + 1}. {text(title)}
                  </Text>
                  <Text as="span" display="block" fontSize="xs" color={isCurrent ? 'primary.contrast' : 'fg.muted'}>
                    {stateOf(id)}
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
