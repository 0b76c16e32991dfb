import { plural, t } from '@lingui/core/macro'
import { useIsMutating } from '@tanstack/react-query'
import { REMOVAL } from '@/entities/application/api'
import { useKept } from '@/lib/kept'
import { BUYER_DRAFT } from './buyer-draft'
import { useFileCounts } from './file-counts'

/** Something begun in this browser that the server does not know of. */
export interface Unfinished {
  /** Where it is finished: a step, or a field in it. */
  field: string
  message: string
}

/** Files on their way, failed or without a kind, and those on their way out. */
export function useUnfinishedFiles(): Unfinished[] {
  const { underWay, failed, unsorted } = useFileCounts()
  const leaving = useIsMutating({ mutationKey: REMOVAL })
  return [
    { count: underWay, message: () => plural(underWay, { one: '# file is still being uploaded.', other: '# files are still being uploaded.' }) },
    { count: failed, message: () => plural(failed, { one: '# file wasn’t uploaded. Try again or dismiss it.', other: '# files weren’t uploaded. Try again or dismiss them.' }) },
    { count: unsorted, message: () => plural(unsorted, { one: '# file still has to be sorted.', other: '# files still have to be sorted.' }) },
    { count: leaving, message: () => plural(leaving, { one: '# file is still being removed.', other: '# files are still being removed.' }) },
  ].flatMap(({ count, message }) => (count > 0 ? [{ field: 'documents', message: message() }] : []))
}

/** All of it, in the order of the steps. */
export function useUnfinished(user: string): Unfinished[] {
  const hasBuyer = useKept(BUYER_DRAFT, user)[0] !== null
  const files = useUnfinishedFiles()
  return hasBuyer ? [{ field: 'buyers', message: t`Save or discard the buyer you started.` }, ...files] : files
}
