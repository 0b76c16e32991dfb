import { numberFormat, shown } from './formatters'

/** A number as people read it. */
export function formatNumber(value: number, decimals = 0): string {
  return shown(numberFormat({ minimumFractionDigits: decimals, maximumFractionDigits: decimals }), value)
}

/** A share of the whole in per cent, such as 62 %. */
export function formatPercent(share: number, mostDecimals = 0): string {
  return shown(numberFormat({ style: 'percent', maximumFractionDigits: mostDecimals }), share)
}
