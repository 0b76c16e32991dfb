import { numberFormat } from './formatters'

/** A number as people read it. */
export function formatNumber(value: number, decimals = 0): string {
  return numberFormat({ minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(value)
}

/** A share of the whole in per cent, such as 62 %. */
export function formatPercent(share: number, mostDecimals = 0): string {
  return numberFormat({ style: 'percent', maximumFractionDigits: mostDecimals }).format(share)
}
