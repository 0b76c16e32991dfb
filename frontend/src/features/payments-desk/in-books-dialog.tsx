import { Box, Button, Dialog, HStack, Portal, Stack, Text } from '@chakra-ui/react'
import { dialogSlotRecipe } from '@chakra-ui/react/theme'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import type { Schemas } from '@/api/client'
import { failure } from '@/api/errors'
import { groupedIban } from '@/entities/company/labels'
import { ledgerEvents } from '@/entities/ledger/accounts'
import { entryPath } from '@/entities/ledger/paths'
import { nameText, useNames } from '@/entities/name/api'
import { useReceipts } from '@/entities/payment/house'
import { useLineCandidates, type BankLine } from '@/entities/payment/statements'
import { addDays, formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { debtorPath, receivablePath } from '@/lib/paths'
import { Answer } from '@/ui/answer'
import { LinkButton } from '@/ui/link-button'
import { MainAction } from '@/ui/main-action'
import { TextLink } from '@/ui/text-link'
import { Tick } from '@/ui/tick'
import { payerOf } from './receipt-columns'
import { addressOf, bookPath } from './views'

type Booked = Schemas['BookedCandidateBody']

/** How many days a bank and the books may be apart: the server looks no further. */
const DAYS_APART = 31

const keyOf = ({ entries }: Booked) => entries.join()

interface InBooksDialogProps {
  line: BankLine
  payee: string
  isBusy: boolean
  settle: (body: Schemas['LineIsBody']) => void
  close: () => void
  focusAfter: () => HTMLElement | null
  /** What went wrong. */
  children: ReactNode
}

/** Looks for a debit in the books: it is what entries booked that no statement told, or what the bank took back. */
export default function InBooksDialog({ line, payee, isBusy, settle, close, focusAfter, children }: InBooksDialogProps) {
  const { t } = useLingui()
  const { data, error, refetch, isFetching } = useLineCandidates(line.id)
  const [chosen, setChosen] = useState<readonly Booked[] | null>(null)
  const booked = data?.booked ?? []
  const names = useNames(booked.map(({ companyId }) => companyId))
  const fits = booked.find(({ amount }) => amount === line.amount)
  // What fits by itself is chosen until somebody chooses.
  const selected = chosen ?? (fits ? [fits] : [])
  const sum = selected.reduce((total, { amount }) => total + amount, 0)
  // What the bank took beside is less than what it was taken for.
  const charge = sum - line.amount
  const isCharged = sum < 0 && charge > 0 && 2 * charge <= -line.amount
  const money = (amount: number) => formatMoney(Math.abs(amount), line.currency)
  const [amount, day, total, rest] = [money(line.amount), formatDay(line.on), money(sum), money(charge)]
  const [from, to] = [formatDay(addDays(line.on, -DAYS_APART)), formatDay(addDays(line.on, DAYS_APART))]
  const isSelected = (one: Booked) => selected.some((other) => keyOf(other) === keyOf(one))
  return (
    <Dialog.Root
      recipe={dialogSlotRecipe}
      open
      placement="center"
      size="lg"
      scrollBehavior="inside"
      finalFocusEl={focusAfter}
      onOpenChange={({ open }) => {
        if (!open) close()
      }}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>{t`Match to ledger entry`}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>
              <Stack gap="5">
                <Dialog.Description overflowWrap="anywhere">
                  <Trans>{amount} to {payee} on {day}. What is chosen stands on no other statement, and has to come to this amount. Nothing is booked again.</Trans>
                </Dialog.Description>
                <Answer isThere={data !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Looking through the ledger`}>
                  {booked.length > 0 ? (
                    <Stack as="ul" listStyleType="none" gap="3" aria-label={t`Booked and on no statement`}>
                      {booked.map((one) => {
                        const name = one.companyId ? names.get(one.companyId) : undefined
                        const event = ledgerEvents.labelOf(one.event)
                        const what = one.isReversal ? t`Taken back: ${event}` : event
                        const [first] = one.entries
                        return (
                          <HStack as="li" key={keyOf(one)} justify="space-between" align="start" gap="4">
                            <HStack as="label" align="start" gap="3" minW="0">
                              <Tick checked={isSelected(one)} onChange={({ target }) => { setChosen(target.checked ? [...selected, one] : selected.filter((other) => keyOf(other) !== keyOf(one))) }} />
                              <Box overflowWrap="anywhere" minW="0">
                                {what}{name ? ` · ${nameText(name)}` : ''}
                                <Text as="span" display="block" color="fg.muted">{formatDay(one.on)}</Text>
                              </Box>
                            </HStack>
                            <Stack gap="0" align="end">
                              <Text fontVariantNumeric="tabular-nums" whiteSpace="nowrap">{money(one.amount)}</Text>
                              {first ? <TextLink to={entryPath(first)}><Trans>Show entry</Trans></TextLink> : null}
                            </Stack>
                          </HStack>
                        )
                      })}
                    </Stack>
                  ) : (
                    <Text color="fg.muted"><Trans>The ledger has nothing from {from} to {to} that is on no statement.</Trans></Text>
                  )}
                  {data && data.used.length > 0 ? <Used receipts={data.used} /> : null}
                  {data && data.receipts.length + data.withCharge.length > 0 ? <TakenBack receipts={data.receipts} withCharge={data.withCharge} currency={line.currency} isBusy={isBusy} settle={settle} /> : null}
                  <Stack gap="2">
                    <Text color="fg.muted"><Trans>If it is a batch of payouts that is still released, mark that as executed. Then it is found here.</Trans></Text>
                    <Text color="fg.muted"><Trans>If the ledger has it on another day or another statement, don’t book it again. If it was paid for something else, book it first. Then it is found here.</Trans></Text>
                    <HStack wrap="wrap">
                      <LinkButton to={addressOf('released')} size="sm" variant="outline"><Trans>Show released</Trans></LinkButton>
                      <LinkButton to={bookPath('capital_out', line.on, Math.abs(line.amount), line.currency)} size="sm" variant="outline"><Trans>Book as capital taken out</Trans></LinkButton>
                    </HStack>
                  </Stack>
                </Answer>
                {children}
              </Stack>
            </Dialog.Body>
            <Dialog.Footer flexWrap="wrap">
              {selected.length > 0 && sum !== line.amount ? <Text color="fg.muted" me="auto"><Trans>{total} of {amount} chosen</Trans></Text> : null}
              <Button variant="ghost" onClick={close}>
                <Trans>Cancel</Trans>
              </Button>
              {isCharged ? (
                <Button variant="outline" loading={isBusy} onClick={() => { settle({ as: 'noted', entries: selected.flatMap(({ entries }) => entries), withCharge: true }) }}>
                  <Trans>The other {rest} are bank charges</Trans>
                </Button>
              ) : null}
              <MainAction loading={isBusy} loadingText={t`Saving`} disabled={sum !== line.amount} onClick={() => { settle({ as: 'noted', entries: selected.flatMap(({ entries }) => entries) }) }}>
                <Trans>Match</Trans>
              </MainAction>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}

interface TakenBackProps {
  receipts: readonly string[]
  withCharge: Schemas['LineCandidatesBody']['withCharge']
  currency: string
  isBusy: boolean
  settle: InBooksDialogProps['settle']
}

/** Receipts of as much that wait, or of a little less: the bank may have taken one of them back, with its charge. */
function TakenBack({ receipts, withCharge, currency, isBusy, settle }: TakenBackProps) {
  const { t } = useLingui()
  const { data } = useReceipts(true)
  const chargeOf = (id: string) => withCharge.find(({ receiptId }) => receiptId === id)?.charge
  const found = (data?.pages.flatMap((page) => page.data) ?? []).filter(({ id }) => receipts.includes(id) || chargeOf(id) !== undefined)
  if (found.length === 0) return null
  return (
    <Stack gap="2">
      <Text fontWeight="medium"><Trans>Credited by the bank and taken back</Trans></Text>
      <Stack as="ul" listStyleType="none" gap="3" aria-label={t`Credited by the bank and taken back`}>
        {found.map((receipt) => {
          const [payer, charge] = [payerOf(receipt), chargeOf(receipt.id)]
          const fee = charge === undefined ? null : formatMoney(charge, currency)
          return (
            <HStack as="li" key={receipt.id} justify="space-between" align="center" gap="4" wrap="wrap">
              <Text overflowWrap="anywhere">{payer} <Text as="span" color="fg.muted">{formatDay(receipt.on)}</Text></Text>
              <Button
                size="xs"
                variant="outline"
                loading={isBusy}
                aria-label={fee ? t`The bank took it back with ${fee} charges: ${payer}` : t`The bank took it back: ${payer}`}
                onClick={() => { settle({ as: 'taken_back', receiptId: receipt.id, ...(fee ? { withCharge: true } : {}) }) }}
              >
                {fee ? <Trans>The bank took it back with {fee} charges</Trans> : <Trans>The bank took it back</Trans>}
              </Button>
            </HStack>
          )
        })}
      </Stack>
    </Stack>
  )
}

/** Receipts of as much, or of a little less, that were used: if the bank took one back, that is undone before it can be said. */
function Used({ receipts }: { receipts: Schemas['LineCandidatesBody']['used'] }) {
  const { t } = useLingui()
  const names = useNames(receipts.flatMap(({ receivableIds, debtorIds }) => [...receivableIds, ...debtorIds]))
  const ways = ({ receivableIds, debtorIds }: (typeof receipts)[number]) => [...receivableIds.map((id) => ({ id, to: receivablePath(id) })), ...debtorIds.map((id) => ({ id, to: debtorPath(id) }))]
  return (
    <Stack gap="2">
      <Text fontWeight="medium"><Trans>If the bank took one of these back, undo first what it was used for</Trans></Text>
      <Text color="fg.muted"><Trans>Open what it paid and choose “Undo latest entry”, or undo a part under “All receipts”. Then it is found here as taken back.</Trans></Text>
      <Stack as="ul" listStyleType="none" gap="3" aria-label={t`Receipts that were used`}>
        {receipts.map((receipt) => (
          <Box as="li" key={receipt.id} overflowWrap="anywhere">
            {receipt.payer.name ?? (receipt.payer.iban ? groupedIban(receipt.payer.iban) : t`Unknown payer`)} <Text as="span" color="fg.muted">{formatDay(receipt.on)}</Text>
            <HStack wrap="wrap" gap="3">
              {ways(receipt).map(({ id, to }) => {
                const name = names.get(id)
                return <TextLink key={id} to={to}>{name ? nameText(name) : t`Open what it paid`}</TextLink>
              })}
            </HStack>
          </Box>
        ))}
      </Stack>
    </Stack>
  )
}
