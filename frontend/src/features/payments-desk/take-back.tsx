import { Box, Button, HStack, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { retryAt } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { useAgainWhenBack } from '@/api/reconnect'
import { nameText, useNames } from '@/entities/name/api'
import { ledgerEvents } from '@/entities/ledger/accounts'
import { entryPath } from '@/entities/ledger/paths'
import { useBookedLike, useTakeBack, type Receipt, type TakenBack } from '@/entities/payment/house'
import { besideFields } from '@/entities/receivable/house-refusals'
import { after } from '@/lib/after'
import { formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { Failure } from '@/ui/failure'
import { LinkButton } from '@/ui/link-button'
import { Notice } from '@/ui/notice'
import { TextLink } from '@/ui/text-link'
import { toast } from '@/ui/toasts'
import { bookPath } from './views'

/** Says that a receipt is another one, or that it was entered by mistake. */
export function TakeBack({ receipt: { id, on, currency, isByHand, twinId, togetherIds: several }, done }: { receipt: Receipt; done: (now: Receipt) => void }) {
  const { t } = useLingui()
  const takeBack = useTakeBack(useIdempotencyKey<TakenBack>())
  const togetherIds = several ?? []
  const names = useNames([twinId, ...togetherIds])
  const twin = twinId ? names.get(twinId) : undefined
  const send = (taken: TakenBack) => {
    after(takeBack.mutateAsync(taken), (now) => {
      toast.success(t`Taken back`)
      done(now)
    })
  }
  useAgainWhenBack(takeBack.error, () => {
    if (takeBack.variables) send(takeBack.variables)
  })
  const booked = useBookedLike(id).data ?? []
  if (!twinId && togetherIds.length === 0 && !isByHand && booked.length === 0) return null
  const parts = togetherIds.map((part) => names.get(part)).map((part) => (part ? nameText(part) : t`another receipt`)).join(' + ')
  const name = twin ? nameText(twin) : t`another receipt`
  return (
    <Stack gap="4">
      {twinId ? (
        <Notice status="warning" title={t`Perhaps the same money twice`}>
          <Stack gap="3" align="start">
            <Text overflowWrap="anywhere"><Trans>There is also {name}, of the same amount and nearly the same day. One of the two was entered by hand, or two statements have them.</Trans></Text>
            <Button size="sm" variant="outline" loading={takeBack.isPending} onClick={() => { send({ id, body: { receiptId: twinId } }) }}>
              <Trans>They are one: take this one back</Trans>
            </Button>
          </Stack>
        </Notice>
      ) : null}
      {togetherIds.length > 0 ? (
        <Notice status="warning" title={t`Perhaps the same money twice`}>
          <Stack gap="3" align="start">
            <Text overflowWrap="anywhere"><Trans>These come to the same amount, on nearly the same days: {parts}. Either this one or those were entered by hand.</Trans></Text>
            <Button size="sm" variant="outline" loading={takeBack.isPending} onClick={() => { send({ id, body: { receiptIds: togetherIds } }) }}>
              <Trans>They are this one: take this one back</Trans>
            </Button>
          </Stack>
        </Notice>
      ) : null}
      {booked.length > 0 ? (
        <Notice status="info" title={t`Perhaps booked by hand already`}>
          <Stack gap="3" align="start">
            <Text><Trans>The same amount was booked by hand, and no receipt is allocated to it. If it is this money, the receipt is taken back as that, so that it counts once.</Trans></Text>
            {booked.map(({ entries, kept }) => {
              const keptSum = formatMoney(kept, currency)
              const nameOf = (entry: (typeof entries)[number]) => `${ledgerEvents.labelOf(entry.event)}, ${formatDay(entry.on)}`
              const entryIds = entries.map((entry) => entry.id)
              const all = entries.map(nameOf).join(' + ')
              return (
                <Box key={entryIds.join()}>
                  {entries.map((entry) => (
                    <Box key={entry.id}>
                      <TextLink to={entryPath(entry.id)}>{nameOf(entry)}</TextLink>
                      {entry.note ? <Text as="span" display="block" color="fg.muted" overflowWrap="anywhere">{entry.note}</Text> : null}
                    </Box>
                  ))}
                  {kept > 0 ? (
                    <>
                      <Text><Trans>The bank perhaps kept {keptSum} of it. Book that as its charge first.</Trans></Text>
                      <LinkButton mt="1" size="sm" variant="outline" to={bookPath('bank_charge', on, kept, currency)}><Trans>Book the charge</Trans></LinkButton>
                    </>
                  ) : (
                    <Button mt="1" size="sm" variant="outline" loading={takeBack.isPending} aria-label={t`It is this: ${all}`} onClick={() => { send({ id, body: { entryIds } }) }}>
                      <Trans>It is this</Trans>
                    </Button>
                  )}
                </Box>
              )
            })}
          </Stack>
        </Notice>
      ) : null}
      {isByHand ? (
        <HStack>
          <Button size="sm" variant="outline" loading={takeBack.isPending} onClick={() => { send({ id, body: {} }) }}>
            <Trans>Entered by mistake</Trans>
          </Button>
        </HStack>
      ) : null}
      <Failure sentence={besideFields(takeBack.error, [])} until={retryAt(takeBack.error)} />
    </Stack>
  )
}
