import { Button, HStack, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '@/api/client'
import { isCancelled, retryAt } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { isLost } from '@/api/reconnect'
import { useAcceptOffer, type Receivable, type SeenOffer } from '@/entities/receivable/api'
import { useOwed } from '@/entities/payment/owed'
import { useWhyStopped } from '@/entities/payment/stopped'
import { offerParts, type Offer } from '@/entities/receivable/price'
import { refusal } from '@/entities/receivable/refusals'
import { formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { AmountList } from '@/ui/amount-list'
import { Failure } from '@/ui/failure'
import { MainAction } from '@/ui/main-action'
import { Notice } from '@/ui/notice'
import { Panel } from '@/ui/page'

interface AcceptProps {
  receivable: Receivable
  offer: Offer
  close: () => void
  /** It was sold for this. */
  done: (offer: Offer) => void
}

/** Sells an invoice: what follows from it, once more, and then exactly the offer that stands here. */
export function Accept({ receivable: { id, kind, invoiceNumber, debtorName }, offer, close, done }: AcceptProps) {
  const { t } = useLingui()
  const idempotency = useIdempotencyKey<SeenOffer>()
  const accept = useAcceptOffer(idempotency)
  /** What was seen when another offer turned out to stand. */
  const [before, setBefore] = useState<Offer | null>(null)
  const panel = useRef<HTMLDivElement>(null)
  // What was pressed is gone: whoever works by keys goes on here.
  useEffect(() => {
    panel.current?.focus()
  }, [])
  const money = (minor: number) => formatMoney(minor, offer.currency)
  const send = async () => {
    try {
      await accept.mutateAsync({ id, offerId: offer.id, hash: offer.hash })
      done(offer)
    } catch (error) {
      // It stands beneath.
      if (error instanceof ApiError && error.problem?.code === 'offer_changed') setBefore(offer)
    }
  }
  const isChanged = before !== null && before.hash !== offer.hash
  const failed = accept.error && !isCancelled(accept.error) && !isChanged ? (isLost(accept.error) ? t`Connection lost. Nobody knows yet whether we received it: accept again once you’re back online. It counts once.` : refusal(accept.error, offer.currency)) : undefined
  const buyer = debtorName ?? ''
  const [payoutOn, why] = [formatDay(offer.payoutOn), useWhyStopped()]
  const owed = useOwed(offer.currency)
  const [owes, kept] = [money(owed), money(Math.min(owed, offer.payout))]
  const was = before ? money(before.payout) : ''
  return (
    <Panel>
      <Stack ref={panel} tabIndex={-1} outline="none" gap="4" role="group" aria-label={t`Accept offer`}>
        {isChanged ? (
          <Notice status="warning" title={t`The offer has changed`}>
            <Trans>You would have received {was}. Check the new amounts and accept again.</Trans>
          </Notice>
        ) : null}
        <AmountList
          label={t`What you accept`}
          rows={[
            { id: 'payout', label: why ? t`We pay you once your payouts continue` : t`We pay you on ${payoutOn}`, more: [why, owed > 0 ? t`You owe us ${owes}. We keep back up to ${kept} of this.` : null].filter(Boolean).join(' ') || null, amount: money(offer.payout) },
            ...offerParts([offer], offer.currency, { release: t`You receive when your buyer pays`, owed: t`You owe at the end`, total: t`Invoice amount` }, kind === 'factoring'),
          ]}
        />
        <Text>
          {buyer ? <Trans>You sell us invoice {invoiceNumber}, which {buyer} owes. You can’t undo this.</Trans> : <Trans>You sell us invoice {invoiceNumber}. You can’t undo this.</Trans>}
        </Text>
        <Failure sentence={failed} until={retryAt(accept.error)} />
        <HStack wrap="wrap">
          <MainAction loading={accept.isPending} loadingText={t`Accepting`} onClick={() => void send()}>
            <Trans>Accept offer</Trans>
          </MainAction>
          {/* What is on its way can’t be called back. */}
          <Button variant="ghost" disabled={accept.isPending} onClick={close}>
            <Trans>Not now</Trans>
          </Button>
        </HStack>
      </Stack>
    </Panel>
  )
}
