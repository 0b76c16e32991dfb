import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** A drawing of our own on a grid of 200 × 120, in the colour of the text. It says nothing by itself: words stand beside it. */
function drawing(lines: ReactNode) {
  return function Drawing() {
    return (
      <chakra.svg viewBox="0 0 200 120" w="full" h="auto" aspectRatio="200 / 120" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true" focusable="false">
        {lines}
      </chakra.svg>
    )
  }
}

const faint = { fill: 'currentColor', stroke: 'none', opacity: 0.1 } as const
const soft = { opacity: 0.45 } as const

/** A sheet of 52 × 68 with lines of text. */
const sheet = (x: number, y: number, more?: ReactNode) => (
  <g transform={`translate(${String(x)} ${String(y)})`}>
    <path {...faint} d="M5 0h32l15 15v48a5 5 0 0 1-5 5H5a5 5 0 0 1-5-5V5a5 5 0 0 1 5-5z" />
    <path d="M5 0h32l15 15v48a5 5 0 0 1-5 5H5a5 5 0 0 1-5-5V5a5 5 0 0 1 5-5zm32 0v15h15" />
    <path {...soft} d="M11 20h14M11 30h30M11 38h30M11 46h20" />
    {more}
  </g>
)

const coin = (x: number, y: number, r = 13) => (
  <g transform={`translate(${String(x)} ${String(y)})`}>
    <circle {...faint} r={r} />
    <circle r={r} />
    <path d="M4 -4.500a5.500 5.500 0 1 0 0 9M-6 -1.500h6M-6 1.500h6" />
  </g>
)

const tick = (x: number, y: number) => (
  <g transform={`translate(${String(x)} ${String(y)})`}>
    <circle fill="currentColor" stroke="none" r="13" />
    <path className="cut" d="m-5.500 .5 4 4 7-8" />
  </g>
)

const calendar = (x: number, y: number) => (
  <g transform={`translate(${String(x)} ${String(y)})`}>
    <rect {...faint} width="64" height="58" rx="6" />
    <rect width="64" height="58" rx="6" />
    <path d="M0 17h64M17-5v10M47-5v10" />
    <path {...soft} d="M13 29h0M26 29h0M39 29h0M52 29h0M13 41h0M26 41h0M39 41h0" strokeWidth="4" />
  </g>
)

const house = (x: number, y: number) => (
  <g transform={`translate(${String(x)} ${String(y)})`}>
    <path {...faint} d="M0 54V14L24 0l24 14v40z" />
    <path d="M0 54V14L24 0l24 14v40M-6 54h60M18 54V38h12v16" />
    <path {...soft} d="M14 22h0M24 22h0M34 22h0M14 31h0M34 31h0" strokeWidth="4" />
  </g>
)

const arrow = (x: number, y: number, length: number) => <path {...soft} d={`M${String(x)} ${String(y)}h${String(length)}m-7-6 7 6-7 6`} />

/** The seller's invoice goes in. */
export const InvoiceIn = drawing(
  <>
    {sheet(34, 28)}
    {arrow(98, 62, 26)}
    <path {...faint} d="M136 48h34v30h-34z" />
    <path d="M136 60v20a4 4 0 0 0 4 4h28a4 4 0 0 0 4-4V60M154 70V36m-10 10 10-10 10 10" />
  </>,
)

/** Most of it at once. */
export const MostNow = drawing(
  <>
    {sheet(24, 28)}
    {arrow(86, 62, 22)}
    <rect {...faint} x="120" y="36" width="56" height="52" rx="6" />
    <path d="M120 46a10 10 0 0 1 10-10h36a10 10 0 0 1 10 10v32a10 10 0 0 1-10 10h-36a10 10 0 0 1-10-10z" />
    <path d="M120 48h56" strokeDasharray="3 5" {...soft} />
    {coin(148, 67)}
  </>,
)

/** The buyer pays on the due date, and the rest follows. */
export const RestLater = drawing(
  <>
    {calendar(30, 34)}
    {tick(94, 92)}
    {arrow(112, 62, 20)}
    {coin(156, 54, 11)}
    {coin(163, 70, 11)}
  </>,
)

/** The buyer approves what its supplier invoiced. */
export const Approval = drawing(
  <>
    {sheet(38, 28)}
    {tick(90, 90)}
    {house(124, 40)}
    <path d="M116 94h64" {...soft} />
  </>,
)

/** The supplier is paid early. */
export const EarlyPay = drawing(
  <>
    {coin(38, 62, 16)}
    {arrow(62, 62, 40)}
    <path {...soft} d="M68 50h18M66 74h14" />
    {house(124, 36)}
  </>,
)

/** The buyer pays when it is due. */
export const PayWhenDue = drawing(
  <>
    {house(22, 36)}
    {arrow(82, 62, 26)}
    {calendar(118, 34)}
    {tick(180, 92)}
  </>,
)
