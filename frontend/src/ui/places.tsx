import { Badge, Box, Flex, Stack, Text, VisuallyHidden, type BadgeProps } from '@chakra-ui/react'
import type { ComponentType, ReactNode } from 'react'
import { Link } from '@/lib/navigation'

/** Somewhere one can go. */
export interface Place {
  to: string
  label: string
  icon: ComponentType
  isHere: boolean
  /** What it is remembered by, where somebody may have typed what stands in its address. */
  id?: string
  /** Views of this place worth a way of their own. */
  views?: (Omit<Place, 'views' | 'icon' | 'count'> & { icon?: ComponentType })[]
  /** How much waits there, where something does. */
  count?: Count | undefined
}

interface Count {
  value: string
  /** The same as a sentence. */
  says: string
}

export interface PlaceGroup {
  /** Without one the group needs no name: it is the only one. */
  title?: string
  places: Place[]
}

const ROW = {
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  px: '3',
  minH: '10',
  borderRadius: 'l2',
  textStyle: 'label',
  color: 'fg.muted',
  transition: 'background-color 0.1s, color 0.1s',
  _hover: { bg: 'bg.muted', color: 'fg' },
  // Also told apart without colour: the rule at its side.
  position: 'relative',
  _currentPage: { bg: 'bg.muted', color: 'fg', _before: { content: '""', position: 'absolute', insetStart: '-3', w: '3px', h: '5', borderEndRadius: 'full', bg: 'primary.solid' } },
  '@media (pointer: coarse)': { minH: '11' },
} as const

function Row({ to, isHere, children, inset }: { to: string; isHere: boolean; children: ReactNode; inset?: true }) {
  return (
    <Box asChild css={ROW} ps={inset ? '11' : '3'}>
      <Link to={to} aria-current={isHere ? 'page' : undefined}>
        {children}
      </Link>
    </Box>
  )
}

/** A figure beside a place's name, read as a sentence. */
function CountBadge({ value, says, ...props }: Count & BadgeProps) {
  return (
    <>
      <Badge aria-hidden colorPalette="primary" variant="solid" borderRadius="full" px="1.5" minW="5" justifyContent="center" fontVariantNumeric="tabular-nums" {...props}>
        {value}
      </Badge>
      <VisuallyHidden>{says}</VisuallyHidden>
    </>
  )
}

/** Views that all have a drawing stand like places; else none shows its own, so that they line up. */
const hasDrawings = (views: NonNullable<Place['views']>) => views.every(({ icon }) => icon)

/** The places of an area, down the side. */
export function PlaceList({ groups }: { groups: PlaceGroup[] }) {
  return (
    <Stack gap="6">
      {groups.map(({ title, places }) => (
        <Box key={title ?? ''}>
          {title ? (
            <Text textStyle="label" fontSize="xs" color="fg.muted" px="3" mb="1">
              {title}
            </Text>
          ) : null}
          <Stack as="ul" listStyleType="none" gap="0.5">
            {places.map(({ to, label, icon: Icon, isHere, count, views = [] }) => (
              <li key={to}>
                <Row to={to} isHere={isHere && !views.some((view) => view.isHere)}>
                  <Icon />
                  <span>{label}</span>
                  {count ? <CountBadge {...count} ms="auto" /> : null}
                </Row>
                {views.length > 0 ? (
                  <Stack as="ul" listStyleType="none" gap="0.5" mt="0.5">
                    {views.map((view) => (
                      <li key={view.to}>
                        <Row to={view.to} isHere={view.isHere} {...(hasDrawings(views) ? {} : { inset: true })}>
                          {view.icon && hasDrawings(views) ? <view.icon /> : null}
                          <Box as="span" minW="0" truncate title={view.label}>
                            {view.label}
                          </Box>
                        </Row>
                      </li>
                    ))}
                  </Stack>
                ) : null}
              </li>
            ))}
          </Stack>
        </Box>
      ))}
    </Stack>
  )
}

/** One of those along the foot of a phone. Each is as wide as its words: all of them fit where not each has a fifth. */
export const barItem = {
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '0.5',
  w: 'full',
  h: '14',
  px: '0.5',
  fontSize: 'clamp(0.6875rem, 3.2vw, 0.75rem)',
  lineHeight: '1rem',
  color: 'fg.muted',
  '&[aria-current]': { color: 'fg', boxShadow: 'inset 0 3px 0 0 var(--chakra-colors-primary-solid)' },
  _focusVisible: { outlineOffset: '-2px' },
} as const

/** The same along the foot of a phone, where a thumb reaches, and behind them what has no room there. */
export function PlaceBar({ places, more }: { places: Omit<Place, 'views'>[]; more?: ReactNode }) {
  return (
    <Flex as="ul" listStyleType="none" justify="space-around">
      {places.map(({ to, label, icon: Icon, isHere, count }) => (
        <Box as="li" key={to} flex="1 1 auto" minW="0">
          <Box asChild css={barItem}>
            <Link to={to} aria-current={isHere ? 'page' : undefined}>
              <Box position="relative" display="flex">
                <Icon />
                {count ? <CountBadge {...count} size="xs" position="absolute" top="-1.5" insetStart="3" /> : null}
              </Box>
              <Box as="span" maxW="full" truncate>
                {label}
              </Box>
            </Link>
          </Box>
        </Box>
      ))}
      {more ? (
        <Box as="li" flex="1 1 auto" minW="0">
          {more}
        </Box>
      ) : null}
    </Flex>
  )
}
