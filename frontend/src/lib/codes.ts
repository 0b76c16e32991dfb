import type { MessageDescriptor } from '@lingui/core'
import { text } from './i18n'

interface ByCode<Code extends string, Value> {
  /** The codes this version knows, in the order they are offered. */
  codes: readonly Code[]
  find: (code: string) => Value | undefined
}

/**
 * A table by the codes of the API. A newer server may send a code this version does not know, whatever its type says: so
 * the table stays in here, and is only looked into with `find`.
 */
export function byCode<Code extends string, Value>(table: Record<Code, Value>): ByCode<Code, Value> {
  return { codes: Object.keys(table) as Code[], find: (code) => (Object.hasOwn(table, code) ? table[code as Code] : undefined) }
}

/** What people call a code; one without a label is shown as it came. */
export function labelOrCode(label: MessageDescriptor | undefined, code: string): string {
  return label ? text(label) : code
}

type Entry = MessageDescriptor | { label: MessageDescriptor }

export interface Labels<Code extends string, E extends Entry = MessageDescriptor> extends ByCode<Code, E> {
  labelOf: (code: string) => string
  /** The options of a list. */
  options: () => { value: Code; label: string }[]
}

/** What people call the codes of a closed set, with what else belongs to each. */
export function labels<Code extends string, E extends Entry = MessageDescriptor>(table: Record<Code, E>): Labels<Code, E> {
  const { codes, find } = byCode(table)
  const labelOf = (code: string) => {
    const entry = find(code)
    return labelOrCode(entry && 'label' in entry ? entry.label : entry, code)
  }
  return { codes, find, labelOf, options: () => codes.map((value) => ({ value, label: labelOf(value) })) }
}

/** A code as a badge shows it. */
export interface Badged {
  label: MessageDescriptor
  palette: string
}
