import type { Schemas } from '@/api/client'
import { useMe } from '@/entities/user/me'

export type Right = Schemas['MemberRight']

/** Whether one's role in the company lets one do this at all; what is possible now is in `allowedActions`. */
export function useMay(right: Right): boolean {
  return useMe().membership?.rights.includes(right) ?? false
}
