import { List } from '@chakra-ui/react'
import { Plural, useLingui } from '@lingui/react/macro'
import { ApiError, type Schemas } from '@/api/client'
import type { Receipt } from '@/entities/payment/house'
import { houseRefusal } from '@/entities/receivable/house-refusals'
import { formatMoney } from '@/lib/money'
import { Notice } from '@/ui/notice'
import { TextLink } from '@/ui/text-link'
import { payerOf } from './receipt-columns'
import { matchingPath } from './views'

/** What came of receipts that were matched together: how many were, and which were not, with the reason. */
export function MatchedMany({ rows, sent }: { rows: readonly Schemas['MatchedRowBody'][]; sent: readonly Receipt[] }) {
  const { t } = useLingui()
  const done = rows.filter(({ receipt }) => receipt).length
  const failed = rows.flatMap(({ receiptId, problem }) => (problem ? [{ receiptId, reason: houseRefusal(new ApiError(problem.status, problem)) }] : []))
  const nameOf = (id: string) => {
    const receipt = sent.find((one) => one.id === id)
    return receipt ? `${payerOf(receipt)}, ${formatMoney(receipt.left, receipt.currency)}` : t`Receipt`
  }
  return (
    <>
      {done > 0 ? <Notice status="success" title={t`Matched as suggested`}><Plural value={done} one="# receipt was matched." other="# receipts were matched." /></Notice> : null}
      {failed.length > 0 ? (
        <Notice status="warning" title={t`Not matched`}>
          <Plural value={failed.length} one="# receipt was not matched. Check what is suggested now." other="# receipts were not matched. Check what is suggested now." />
          <List.Root ps="5">
            {failed.map(({ receiptId, reason }) => (
              <List.Item key={receiptId}><TextLink to={matchingPath(receiptId)}>{nameOf(receiptId)}</TextLink>: {reason}</List.Item>
            ))}
          </List.Root>
        </Notice>
      ) : null}
    </>
  )
}
