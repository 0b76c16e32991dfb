import type { Requirement } from '@/entities/application/api'
import { serverText } from '@/api/server-texts'

/** What is asked for, said at its field: there, nobody needs to be told which person it is about. */
export function fieldText({ message }: Requirement): string {
  return serverText(message.replace(/^Person \d+: /, ''))
}

/** Whether the people's shares add up to more than there is. */
export const isOverWhole = ({ field, code }: Requirement) => field === 'people' && code === 'inconsistent'
