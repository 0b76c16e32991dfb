import { useMemo } from 'react'
import type { Application } from '@/entities/application/api'
import { useKeptAnswers } from './kept-answers'
import { leftOf, type Left, type Unsaved } from './left'
import { useUnfinished } from './unfinished'

/** What somebody still has to do. The form says what of it is not saved; elsewhere it is what this device keeps. */
export function useLeft(user: string, { missing }: Application, here?: Unsaved): Left[] {
  const kept = useKeptAnswers(user)
  const unfinished = useUnfinished(user)
  const { refused, open } = here ?? kept
  return useMemo(() => leftOf({ missing, refused, open, unfinished }), [missing, refused, open, unfinished])
}
