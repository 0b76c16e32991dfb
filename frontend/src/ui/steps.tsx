import { Box, chakra, Text, VisuallyHidden } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from '@/lib/navigation'
import { AlertIcon, CheckIcon } from './icons'

interface Milestone {
  key: string
  label: string
  state: 'done' | 'current' | 'todo'
}

/** Heard, not seen. */
const HIDDEN = { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)', whiteSpace: 'nowrap', margin: '0' } as const

/** One line over a whole way: what is behind, where one is, what is ahead. A narrow screen names only where one is. */
export function Milestones({ label, steps }: { label: string; steps: readonly Milestone[] }) {
  const { t } = useLingui()
  const place = steps.findIndex(({ state }) => state === 'current')
  const [number, count, now] = [place + 1, steps.length, steps[place]?.label ?? '']
  return (
    // By the width it has, not by the window's: it also stands in a narrow column.
    <Box as="nav" aria-label={label} containerType="inline-size">
      <chakra.ol display="flex" gap="1.5" listStyleType="none">
        {steps.map(({ key, label: name, state }) => (
          <chakra.li key={key} position="relative" flex="1" minW="0" aria-current={state === 'current' ? 'step' : undefined}>
            <Box h="1" borderRadius="full" bg={state === 'todo' ? 'bg.emphasized' : 'primary.solid'} />
            <Box display="flex" alignItems="center" gap="1" mt="2" css={{ '@container (max-width: 33rem)': HIDDEN }} color={state === 'current' ? 'fg' : 'fg.muted'}>
              {state === 'done' ? <CheckIcon width="4" height="4" /> : null}
              <Text as="span" textStyle="label" truncate>
                {name}
              </Text>
              {state === 'done' ? <VisuallyHidden>{t`: done`}</VisuallyHidden> : null}
            </Box>
          </chakra.li>
        ))}
      </chakra.ol>
      {/* The list has said it to those who hear it. */}
      <Text textStyle="label" color="fg.muted" mt="2" css={{ '@container (min-width: 33.01rem)': { display: 'none' } }} aria-hidden>
        <Trans>Step {number} of {count}: {now}</Trans>
      </Text>
    </Box>
  )
}

export interface Step {
  key: string
  label: string
  to: string
  isCurrent: boolean
  /** Whether it is all there, or something in it is wrong. */
  state: 'done' | 'open' | 'wrong'
  /** What of it is left, in few words. */
  note: string
}

/** The steps of a form, each a link. A narrow screen shows their marks, and the words of the one where one is. */
export function Steps({ label, steps }: { label: string; steps: readonly Step[] }) {
  const current = steps.find(({ isCurrent }) => isCurrent)
  return (
    <Box as="nav" aria-label={label}>
      <chakra.ol display="flex" justifyContent="space-between" gap={{ base: '0', md: '2' }} listStyleType="none">
        {steps.map(({ key, label: name, to, isCurrent, state, note }, index) => (
          <chakra.li key={key} flex={{ md: '1' }} minW="0">
            <chakra.span
              asChild
              display="flex"
              flexDirection="column"
              alignItems={{ base: 'center', md: 'flex-start' }}
              gap="1.5"
              py="2"
              px={{ base: '1', md: '0' }}
              minW={{ base: '11', md: '0' }}
              minH="11"
              borderRadius="l2"
              _hover={{ '& .name': { textDecoration: 'underline', textUnderlineOffset: '4px' } }}
            >
              <Link to={to} aria-current={isCurrent ? 'step' : undefined}>
                <Mark state={state} isCurrent={isCurrent} number={index + 1} />
                <Box srOnly={{ base: true, md: false }} maxW="full">
                  <Text as="span" className="name" display="block" textStyle="label" color={isCurrent ? 'fg' : 'fg.muted'} overflowWrap="anywhere">
                    {name}
                  </Text>{' '}
                  <Text as="span" display="block" fontSize="xs" lineHeight="short" color={state === 'wrong' ? 'fg.error' : 'fg.muted'}>
                    {note}
                  </Text>
                </Box>
              </Link>
            </chakra.span>
          </chakra.li>
        ))}
      </chakra.ol>
      {current ? (
        <Text textStyle="label" color="fg.muted" mt="1" hideFrom="md" aria-hidden>
          {current.label} · {current.note}
        </Text>
      ) : null}
    </Box>
  )
}

function Mark({ state, isCurrent, number }: { state: Step['state']; isCurrent: boolean; number: number }): ReactNode {
  const colors =
    state === 'wrong'
      ? { borderColor: 'border.error', color: 'fg.error' }
      : isCurrent
        ? { borderColor: 'primary.solid', bg: 'primary.solid', color: 'primary.contrast' }
        : state === 'done'
          ? { borderColor: 'primary.border', bg: 'bg.muted', color: 'fg' }
          : { borderColor: 'primary.border', color: 'fg.muted' }
  return (
    <Box w="7" h="7" borderRadius="full" borderWidth="1.5px" display="flex" alignItems="center" justifyContent="center" fontSize="xs" fontVariantNumeric="tabular-nums" aria-hidden flexShrink="0" {...colors}>
      {state === 'done' ? <CheckIcon width="4" height="4" /> : state === 'wrong' ? <AlertIcon width="4" height="4" /> : number}
    </Box>
  )
}
