import { plural, t } from '@lingui/core/macro'
import { BUYER_DRAFT } from '@/entities/buyer/draft'
import { useKept } from '@/lib/kept'
import { useFileCounts } from './use-uploads'

/** Something begun in this browser that the server does not know of. */
export interface Unfinished {
  /** Where it is finished: a step, or a field in it. */
  field: string
  message: string
}

/** Files on their way, failed or without a kind. */
export function useUnfinishedFiles(): Unfinished[] {
  const { underWay, failed, unsorted } = useFileCounts()
  return [
    { count: underWay, message: () => plural(underWay, { one: '# file is still being uploaded.', other: '# files are still being uploaded.' }) },
    { count: failed, message: () => plural(failed, { one: '# file wasn’t uploaded. Try again or dismiss it.', other: '# files weren’t uploaded. Try again or dismiss them.' }) },
    { count: unsorted, message: () => plural(unsorted, { one: '# file still has to be sorted.', other: '# files still have to be sorted.' }) },
  ].flatMap(({ count, message }) => (count > 0 ? [{ field: 'documents', message: message() }] : []))
}

/** All of it, in the order of the steps. */
export function useUnfinished(user: string): Unfinished[] {
  const hasBuyer = useKept(BUYER_DRAFT, user)[0] !== null
  const files = useUnfinishedFiles()
  return hasBuyer ? [{ field: 'buyers', message: t`Save or discard the buyer you started.` }, ...files] : files
}
