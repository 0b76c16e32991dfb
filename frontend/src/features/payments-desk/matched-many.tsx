import { List } from '@chakra-ui/react'
import { Plural, useLingui } from '@lingui/react/macro'
import { ApiError, type Schemas } from '@/api/client'
import { houseRefusal } from '@/entities/receivable/house-refusals'
import { Notice } from '@/ui/notice'

/** What came of receipts that were matched together: how many were, and why the others were not. */
export function MatchedMany({ rows }: { rows: readonly Schemas['MatchedRowBody'][] }) {
  const { t } = useLingui()
  const done = rows.filter(({ receipt }) => receipt).length
  const failed = rows.length - done
  const reasons = [...new Set(rows.flatMap(({ problem }) => (problem ? [houseRefusal(new ApiError(problem.status, problem))] : [])))]
  return (
    <>
      {done > 0 ? <Notice status="success" title={t`Matched as suggested`}><Plural value={done} one="# receipt was matched." other="# receipts were matched." /></Notice> : null}
      {failed > 0 ? (
        <Notice status="warning" title={t`Not matched`}>
          <Plural value={failed} one="# receipt was not matched. Check what is suggested now." other="# receipts were not matched. Check what is suggested now." />
          <List.Root ps="5">
            {reasons.map((reason) => <List.Item key={reason}>{reason}</List.Item>)}
          </List.Root>
        </Notice>
      ) : null}
    </>
  )
}
