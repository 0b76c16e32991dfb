import { chakra, type HTMLChakraProps } from '@chakra-ui/react'
import type { ReactNode } from 'react'

type DrawingProps = Omit<HTMLChakraProps<'svg'>, 'children'>

/** A drawing of our own, 96 by 64, in two tones of the text. It says nothing by itself: words stand beside it. */
function drawing(lines: ReactNode) {
  return function Drawing(props: DrawingProps) {
    return (
      <chakra.svg viewBox="0 0 96 64" width="24" height="16" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true" focusable="false" flexShrink="0" css={{ '& .soft': { fill: 'bg.emphasized', stroke: 'none' }, '& .plain': { fill: 'bg.panel' } }} {...props}>
        {lines}
      </chakra.svg>
    )
  }
}

/** An invoice becomes coins. */
export const InvoiceToMoneyDrawing = drawing(
  <>
    <rect className="soft" x="8" y="10" width="34" height="46" rx="5" />
    <path className="plain" d="M14 6h20l8 8v36a4 4 0 0 1-4 4H14a4 4 0 0 1-4-4V10a4 4 0 0 1 4-4z" />
    <path d="M34 6v8h8M17 24h18M17 32h18M17 40h10M49 32h11m-5-5 5 5-5 5" />
    <ellipse className="soft" cx="78" cy="50" rx="14" ry="5" />
    <path className="plain" d="M66 42v6c0 2.800 4.900 5 11 5s11-2.200 11-5v-6" />
    <path className="plain" d="M66 33v9c0 2.800 4.900 5 11 5s11-2.200 11-5v-9" />
    <path className="plain" d="M66 24v9c0 2.800 4.900 5 11 5s11-2.200 11-5v-9" />
    <ellipse className="plain" cx="77" cy="23" rx="11" ry="5" />
  </>,
)

/** A company's supplier is paid before the day in the calendar. */
export const SupplierPaidEarlyDrawing = drawing(
  <>
    <rect className="soft" x="6" y="18" width="32" height="40" rx="4" />
    <path className="plain" d="M8 56V26l10-6v8l10-6v8l10-6v32z" />
    <path d="M4 56h38M15 38v0M23 38v0M31 38v0M19 56v-9h8v9M46 40h11m-5-5 5 5-5 5" />
    <rect className="soft" x="64" y="16" width="28" height="36" rx="5" />
    <rect className="plain" x="62" y="12" width="28" height="38" rx="5" />
    <path d="M62 22h28M69 8v8M83 8v8m-14 20 5 5 9-10" />
  </>,
)

/** What a customer promised for a day in the calendar becomes coins before it. */
export const PaidEarlyDrawing = drawing(
  <>
    <rect className="soft" x="10" y="16" width="28" height="38" rx="5" />
    <rect className="plain" x="8" y="12" width="28" height="38" rx="5" />
    <path d="M8 22h28M15 8v8M29 8v8m-14 20 5 5 9-10M47 32h11m-5-5 5 5-5 5" />
    <ellipse className="soft" cx="78" cy="50" rx="14" ry="5" />
    <path className="plain" d="M66 42v6c0 2.800 4.900 5 11 5s11-2.200 11-5v-6" />
    <path className="plain" d="M66 33v9c0 2.800 4.900 5 11 5s11-2.200 11-5v-9" />
    <ellipse className="plain" cx="77" cy="32" rx="11" ry="5" />
  </>,
)

/** Papers on their way, and a tick. */
export const HandedInDrawing = drawing(
  <>
    <rect className="soft" x="20" y="12" width="46" height="44" rx="5" />
    <path className="plain" d="M24 6h30l10 10v34a4 4 0 0 1-4 4H24a4 4 0 0 1-4-4V10a4 4 0 0 1 4-4z" />
    <path d="M54 6v10h10M29 24h20M29 32h24M29 40h12" />
    <circle className="plain" cx="68" cy="46" r="12" />
    <path d="m62.500 46 4 4 7.500-8" />
  </>,
)

/** A house with its door open, and a flag. */
export const WelcomeDrawing = drawing(
  <>
    <ellipse className="soft" cx="48" cy="57" rx="36" ry="5" />
    <path className="plain" d="M22 56V28l26-16 26 16v28z" />
    <path d="M14 56h68M48 12V3h11l-3 3.500 3 3.500H48M41 56V40h14v16M31 36v0M65 36v0M31 46v0M65 46v0" />
  </>,
)
