import { Trans, useLingui } from '@lingui/react/macro'
import { statusNumber } from '@/entities/application/status'
import { useOperatorMay } from '@/entities/operator/api'
import { toCheckAddress } from '@/entities/receivable/house'
import { paths } from '@/lib/paths'
import { useToReview } from './api'
import { CountTile } from './tile'

/** The queue counts no further. */
const MOST_IN_QUEUE = 1000

/** What companies and sellers have submitted, and nobody of the house has decided on. */
export function Waiting({ toCheck }: { toCheck: number }) {
  const { t } = useLingui()
  const mayRead = useOperatorMay('read_applications')
  const review = useToReview(mayRead)
  return (
    <>
      {mayRead && !review.error ? (
        <CountTile
          title={<Trans>Applications to review</Trans>}
          to={`${paths.review}?status=${statusNumber('pending')}`}
          label={t`To review`}
          count={review.data}
          most={MOST_IN_QUEUE - 1}
          none={<Trans>No application waits.</Trans>}
        />
      ) : null}
      <CountTile title={<Trans>Receivables to verify</Trans>} to={toCheckAddress} label={t({ message: 'To verify', context: 'receivables' })} count={toCheck} none={<Trans>Nothing to verify.</Trans>} />
    </>
  )
}
