import { Button, Flex, HStack, SimpleGrid, Stack, Text, type ButtonProps } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { fieldErrors, retryAt } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { useAgainWhenBack } from '@/api/reconnect'
import { useDebtorNames, useMatch, type Receipt, type Split } from '@/entities/payment/house'
import { useFindDebtors } from '@/entities/debtor/find'
import { nameText, useNames } from '@/entities/name/api'
import { useMoreExamined } from '@/entities/receivable/house'
import { NOT_OURS, OPEN } from '@/entities/receivable/house-labels'
import { useOperatorMay } from '@/entities/operator/api'
import { besideFields } from '@/entities/receivable/house-refusals'
import { after } from '@/lib/after'
import { amountHint } from '@/lib/amount-hint'
import { editMoney, formatMoney } from '@/lib/money'
import { useDelayed } from '@/lib/use-delayed'
import { Failure } from '@/ui/failure'
import { Labelled } from '@/ui/fields'
import { Fold } from '@/ui/fold'
import { Input } from '@/ui/input'
import { LinkButton } from '@/ui/link-button'
import { MainAction } from '@/ui/main-action'
import { Notice } from '@/ui/notice'
import { Section } from '@/ui/page'
import { Select } from '@/ui/select-field'
import { toast } from '@/ui/toasts'
import { Candidates } from './candidates'
import { isAmount, NOTHING, splitOf, typedSum, type TypedSplit } from './split'
import { bookPath } from './views'

/** By less the server looks for nothing. */
const SHORTEST = 3
const SEARCH_AFTER_MS = 300

interface SplitFormProps {
  receipt: Receipt
  typed: TypedSplit
  setTyped: (next: (before: TypedSplit) => TypedSplit) => void
  /** Then to match it as suggested is the main action. */
  hasSuggestion: boolean
  matched: (now: Receipt) => void
}

/** Says what a receipt pays: receivables that are open, a seller whose money it is, a debtor’s credit. */
export function SplitForm({ receipt, typed, setTyped, hasSuggestion, matched }: SplitFormProps) {
  const { t } = useLingui()
  const { id, on, amount, left, currency, sentBack, refunded } = receipt
  const idempotency = useIdempotencyKey<Split>()
  const match = useMatch(idempotency)
  const [find, setFind] = useState('')
  const open = useMoreExamined({ status: OPEN, open: true })
  const others = useMoreExamined({ status: NOT_OURS })
  // Among all that there is, not only what was loaded.
  const wanted = find.trim()
  const mayKeep = useOperatorMay('read_facilities')
  const isWanted = wanted.length >= SHORTEST
  const named = useMoreExamined({ status: OPEN, open: true, number: wanted }, isWanted)
  const [debtor] = useFindDebtors(mayKeep && isWanted ? wanted : '').data ?? []
  const ofDebtor = useMoreExamined({ status: OPEN, open: true, debtorId: debtor?.id }, isWanted && debtor !== undefined)
  const found = isWanted ? [named, ...(debtor ? [ofDebtor] : [])].flatMap(({ data }) => data?.pages.flatMap((page) => page.data) ?? []) : []
  const mayBook = useOperatorMay('book_entries')
  const [debtorName, setDebtorName] = useState('')
  const debtors = useDebtorNames(useDelayed(debtorName.trim(), SEARCH_AFTER_MS), mayKeep)
  const chosen = useNames([typed.debtorId || null]).get(typed.debtorId)
  const listed = (debtors.data?.data ?? []).map((debtor) => ({ value: debtor.id, label: debtor.legalName }))
  // Who was chosen stays chosen whatever is looked for.
  const options = typed.debtorId && !listed.some(({ value }) => value === typed.debtorId) ? [{ value: typed.debtorId, label: chosen ? nameText(chosen) : '…' }, ...listed] : listed
  const hasMore = Boolean(debtors.data?.next)
  const rest = left - typedSum(typed, currency)
  /** What is left for one of them, whatever is typed there by now. */
  const roomFor = (part: 'pays' | 'passesOn', receivable: string) => Math.max(left - typedSum({ ...typed, [part]: { ...typed[part], [receivable]: '' } }, currency), 0)
  const all = [open, others, named, ofDebtor].flatMap(({ data }) => data?.pages.flatMap((page) => page.data) ?? [])
  const body = splitOf(typed, currency, (receivable) => all.find((one) => one.id === receivable)?.sellerId)
  const send = (split: Split) => {
    after(match.mutateAsync(split), (now) => {
      toast.success(t`Receipt matched`)
      setTyped(() => NOTHING)
      matched(now)
    })
  }
  useAgainWhenBack(match.error, () => {
    if (match.variables) send(match.variables)
  })
  const refused = fieldErrors(match.error)
  const sent = match.variables?.body
  // The server names what it refuses by the place in what was sent.
  const refusedOf = (part: 'receivables' | 'passOn') =>
    Object.fromEntries((sent?.[part] ?? []).map((one, place) => ['companyId' in one ? (one.receivableId ?? '') : one.id, refused[`${part}[${place}].amount`] ?? refused[`${part}[${place}].id`] ?? refused[`${part}[${place}].receivableId`]]))
  const inRows = Object.keys(refused).filter((name) => /^(receivables|passOn|credit)\[/.test(name))
  const said = besideFields(match.error, inRows.map((name) => ({ name, kind: 'line', label: '' })))
  const restText = formatMoney(Math.abs(rest), currency)
  const openOf = (receivable: string) => all.find((one) => one.id === receivable)?.position?.open
  const tooMuch = (body?.receivables ?? []).reduce((sum, { id: receivable, amount: paid }) => sum + Math.max(paid - (openOf(receivable) ?? paid), 0), 0)
  const credited = formatMoney(tooMuch, currency)
  const wrong = amountHint(typed.credit, currency)
  const Submit = hasSuggestion ? Secondary : MainAction
  return (
    <form
      noValidate
      aria-label={t`Match receipt`}
      onSubmit={(event) => {
        event.preventDefault()
        if (body) send({ id, body })
      }}
    >
      <Stack gap="6">
        <Section title={<Trans>Open receivables</Trans>} lead={<Trans>Enter what the receipt pays of each.</Trans>}>
          <Labelled label={t`Find by invoice, reference or debtor`}>
            <Input type="search" autoComplete="off" value={find} onChange={({ target }) => { setFind(target.value) }} />
          </Labelled>
          <Candidates
            query={open}
            find={find}
            found={found}
            receipt={receipt}
            none={t`Nothing is open in this currency.`}
            typed={typed.pays}
            change={(receivable, text) => {
              setTyped((before) => ({ ...before, pays: { ...before.pays, [receivable]: text } }))
            }}
            fill={(receivable) => editMoney(Math.min(roomFor('pays', receivable.id), receivable.position?.open ?? receivable.figures.face), currency)}
            refused={refusedOf('receivables')}
          />
        </Section>
        <Fold title={<Trans>Pass on to the seller</Trans>}>
          <Stack gap="4">
            <Text color="fg.muted"><Trans>For invoices we didn’t buy or gave back. The seller is paid the amount.</Trans></Text>
            <Candidates
              query={others}
              find={find}
              receipt={receipt}
              none={t`There is no such invoice in this currency.`}
              typed={typed.passesOn}
              change={(receivable, text) => {
                setTyped((before) => ({ ...before, passesOn: { ...before.passesOn, [receivable]: text } }))
              }}
              fill={(receivable) => editMoney(roomFor('passesOn', receivable.id), currency)}
              refused={refusedOf('passOn')}
            />
          </Stack>
        </Fold>
        {mayKeep ? (
          <Fold title={<Trans>Keep as a debtor’s credit</Trans>}>
            <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
              <Labelled label={t`Find a debtor`} help={hasMore ? t`There are more. Type a name to find them.` : undefined}>
                <Input type="search" autoComplete="off" maxLength={300} value={debtorName} onChange={({ target }) => { setDebtorName(target.value) }} />
              </Labelled>
              <Labelled label={t`Debtor`} error={typed.credit.trim() && !typed.debtorId ? t`This is required.` : refused['credit[0].debtorId']}>
                <Select
                  options={options}
                  placeholder={t`Choose`}
                  value={typed.debtorId}
                  onChange={({ target }) => { setTyped((before) => ({ ...before, debtorId: target.value })) }}
                />
              </Labelled>
              <Labelled label={t({ message: 'Credit', context: 'debtor' })} error={isAmount(typed.credit, currency) ? refused['credit[0].amount'] : wrong}>
                <Input money={currency} value={typed.credit} onChange={({ target }) => { setTyped((before) => ({ ...before, credit: target.value })) }} />
              </Labelled>
            </SimpleGrid>
          </Fold>
        ) : null}
        {mayBook && left === amount && sentBack + refunded === 0 ? (
          <Fold title={t({ message: 'Capital paid in', context: 'ledger' })}>
            <Stack gap="4" align="flex-start">
              <Text color="fg.muted"><Trans>For what the owners of the house paid in. A second person approves it; then the whole receipt is allocated.</Trans></Text>
              <LinkButton to={bookPath('capital', on, amount, currency, id)} size="sm" variant="outline"><Trans>Book as capital</Trans></LinkButton>
            </Stack>
          </Fold>
        ) : null}
        {mayBook && left === amount && sentBack + refunded === 0 ? (
          <Fold title={t({ message: 'Bank charge returned', context: 'ledger' })}>
            <Stack gap="4" align="flex-start">
              <Text color="fg.muted"><Trans>For a charge that the bank gave back. A second person approves it; then the whole receipt is allocated.</Trans></Text>
              <LinkButton to={bookPath('charge_returned', on, amount, currency, id)} size="sm" variant="outline"><Trans>Book as a returned charge</Trans></LinkButton>
            </Stack>
          </Fold>
        ) : null}
        {tooMuch > 0 ? <Notice status="warning"><Trans>{credited} is more than what is open. It is kept as the debtor’s credit.</Trans></Notice> : null}
        <Failure sentence={said} until={retryAt(match.error)} />
        <Flex justify="space-between" align="center" gap="4" wrap="wrap">
          <Text role="status" fontVariantNumeric="tabular-nums">
            {rest < 0 ? <Trans>{restText} more than the receipt has</Trans> : rest === 0 ? <Trans>Nothing stays unallocated</Trans> : <Trans>{restText} stays unallocated</Trans>}
          </Text>
          <HStack>
            <Submit type="submit" disabled={body === null} loading={match.isPending} loadingText={t`Matching`}>
              <Trans>Match receipt</Trans>
            </Submit>
          </HStack>
        </Flex>
      </Stack>
    </form>
  )
}

function Secondary(props: ButtonProps) {
  return <Button {...props} variant="outline" />
}
