import { Badge, Box, Button, Flex, HStack, SimpleGrid, Skeleton, Stack, Text } from '@chakra-ui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { failure } from '@/api/errors'
import { nameText, useNames } from '@/entities/name/api'
import { CostMore } from '@/entities/receivable/cost'
import { invoiceContent, type InvoiceDocument } from '@/entities/receivable/api'
import { isOpen, type Check } from '@/entities/receivable/checks'
import { useAuthors, type Examined } from '@/entities/receivable/house'
import { houseCheckText, houseFiguresText, houseStopText, othersOf } from '@/entities/receivable/house-checks'
import { houseAdvanceOut, evidenceKinds } from '@/entities/receivable/house-labels'
import { paidText } from '@/entities/receivable/payments'
import { formulaText, lineLabel, paidOf, percentOf, statementCause, statementLabel } from '@/entities/receivable/price'
import { noOfferReasons } from '@/entities/receivable/statuses'
import { formatDay, formatInstant } from '@/lib/dates'
import { text } from '@/lib/i18n'
import { formatMoney } from '@/lib/money'
import { receivablePath } from '@/lib/paths'
import { save } from '@/lib/save-file'
import { AmountList, Figure } from '@/ui/amount-list'
import { Extra } from '@/ui/extra'
import { Failure } from '@/ui/failure'
import { Fold } from '@/ui/fold'
import { AlertIcon, CheckIcon, ClockIcon, DownloadIcon } from '@/ui/icons'
import { Notice } from '@/ui/notice'
import { Section } from '@/ui/page'
import { TextLink } from '@/ui/text-link'

/** What stands in the way of buying it, with figures; and what is as it should be, for whoever asks. */
export function Checks({ receivable: { checks, currency, noOffer } }: { receivable: Examined }) {
  const { t } = useLingui()
  const open = checks.filter(isOpen)
  const passed = checks.filter((check) => !isOpen(check))
  const names = useNames(checks.flatMap((check) => [...othersOf(check)]))
  if (checks.length === 0 && !noOffer) return null
  const why = noOffer ? noOfferReasons.find(noOffer) : null
  const row = (check: Check) => (
    <HStack as="li" key={check.code} align="flex-start" gap="3">
      <Box pt="0.5" color="fg.muted">{isOpen(check) ? check.outcome === 'block' ? <AlertIcon /> : <ClockIcon /> : <CheckIcon />}</Box>
      <Box minW="0">
        <HStack gap="2" wrap="wrap">
          <Text overflowWrap="anywhere">{houseCheckText(check)}</Text>
          {isOpen(check) ? <Outcome outcome={check.outcome} /> : null}
        </HStack>
        {houseFiguresText(check, currency) ? <Text textStyle="label" color="fg.muted" overflowWrap="anywhere">{houseFiguresText(check, currency)}</Text> : null}
        {othersOf(check).map((id) => {
          const name = names.get(id)
          return (
            <Text key={id} textStyle="label">
              <TextLink to={receivablePath(id)}>{name ? nameText(name) : t`Another receivable`}</TextLink>
            </Text>
          )
        })}
      </Box>
    </HStack>
  )
  return (
    <Section title={<Trans>Checks</Trans>}>
      {noOffer ? <Notice status="warning" title={t`There is no offer`}>{why ? text(why) : noOffer}</Notice> : null}
      {open.length > 0 ? (
        <Stack as="ul" listStyleType="none" gap="4" aria-label={t`Checks that are open`}>{open.map(row)}</Stack>
      ) : checks.length > 0 ? (
        <HStack gap="2">
          <CheckIcon />
          <Text><Trans>All checks passed.</Trans></Text>
        </HStack>
      ) : null}
      {passed.length > 0 ? (
        <Fold title={<Plural value={passed.length} one="# check passed" other="# checks passed" />}>
          <Stack as="ul" listStyleType="none" gap="2" aria-label={t`Checks that passed`}>{passed.map(row)}</Stack>
        </Fold>
      ) : null}
    </Section>
  )
}

/** What a check that does not pass does: said, as its drawing says it by shape alone. */
function Outcome({ outcome }: Pick<Check, 'outcome'>) {
  switch (outcome) {
    case 'block':
      return <Badge colorPalette="red"><Trans context="check">Blocks</Trans></Badge>
    case 'verify':
      return <Badge colorPalette="orange"><Trans context="check">Verify</Trans></Badge>
    case 'cap':
      return <Badge colorPalette="blue"><Trans context="check">Over limit</Trans></Badge>
    default:
      return null
  }
}

// With what reads a PDF, which is large.
const viewer = () => import('./document-viewer')

/** The files of the invoice. */
export function Documents({ receivable: { id, documents } }: { receivable: Examined }) {
  const { t } = useLingui()
  return (
    <Section title={<Trans>Documents</Trans>}>
      {documents.length === 0 ? (
        <Text color="fg.muted"><Trans>Nothing is attached.</Trans></Text>
      ) : (
        <Stack as="ul" listStyleType="none" gap="0" aria-label={t`Documents`}>
          {documents.map((document) => (
            <OneDocument key={document.id} id={id} document={document} />
          ))}
        </Stack>
      )}
    </Section>
  )
}

function OneDocument({ id, document }: { id: string; document: InvoiceDocument }) {
  const { t } = useLingui()
  const { name, uploadedAt } = document
  const open = useMutation({ mutationFn: () => invoiceContent(id, document.id), onSuccess: (content) => { save(content, name) } })
  const [isShown, setShown] = useState(false)
  return (
    <Stack as="li" gap="2" py="3" borderBottomWidth="1px" _last={{ borderBottomWidth: '0' }}>
      <HStack justify="space-between" gap="4" wrap="wrap">
        <Box minW="0">
          <Text overflowWrap="anywhere">{name}</Text>
          <Text color="fg.muted" textStyle="label">{formatInstant(uploadedAt)}</Text>
        </Box>
        <HStack>
          <Button size="sm" variant="outline" aria-expanded={isShown} aria-label={isShown ? t`Hide ${name}` : t`View ${name}`} onClick={() => { setShown(!isShown) }}>
            {isShown ? <Trans context="document">Hide</Trans> : <Trans context="document">View</Trans>}
          </Button>
          <Button size="sm" variant="outline" aria-label={t`Download ${name}`} loading={open.isPending} onClick={() => { open.mutate() }}>
            <DownloadIcon width="4" height="4" />
            <Trans>Download</Trans>
          </Button>
        </HStack>
      </HStack>
      <Failure {...failure(open.error)} />
      {isShown ? (
        <Flex direction="column" h="70vh" borderWidth="1px" borderRadius="l2" overflow="hidden">
          <Extra load={viewer} props={{ id, document }} meanwhile={<Skeleton flex="1" />} instead={<Notice status="error">{t`We couldn’t load the viewer. We’ll keep trying.`}</Notice>} />
        </Flex>
      ) : null}
    </Stack>
  )
}

/** What the verification rests on. */
export function Evidence({ receivable: { id, evidence, currency, documents, exceptions } }: { receivable: Examined }) {
  const { t } = useLingui()
  const authors = useAuthors(id)
  if (evidence.length === 0 && exceptions.length === 0) return null
  return (
    <Section title={<Trans context="verification">Evidence</Trans>}>
      {exceptions.map(({ check, at, by, note }) => {
        const [lifted, on, author] = [houseStopText(check), formatInstant(at), authors.get(by)]
        return (
          <Notice key={check} status="info" title={t`Lifted on ${on}: ${lifted}`}>
            {note}
            {author ? <Text textStyle="label"><Trans>Approved by {author}</Trans></Text> : null}
          </Notice>
        )
      })}
      <Stack as="ul" listStyleType="none" gap="4" aria-label={t({ message: 'Evidence', context: 'verification' })}>
        {evidence.map(({ kind, at, amount, dueOn, note, file, by }) => {
          const due = dueOn ? formatDay(dueOn) : null
          const author = by ? authors.get(by) : undefined
          return (
            <Box as="li" key={`${at} ${kind}`}>
              <HStack justify="space-between" gap="4" align="baseline">
                <Text>{evidenceKinds.labelOf(kind)}</Text>
                <Text fontVariantNumeric="tabular-nums" whiteSpace="nowrap">{formatMoney(amount, currency)}</Text>
              </HStack>
              <Text textStyle="label" color="fg.muted" overflowWrap="anywhere">
                {[formatInstant(at), by ? (author ? t`recorded by ${author}` : null) : t`said by the debtor`, due ? t`due on ${due}` : null, documents.find(({ id }) => id === file)?.name].filter(Boolean).join(' · ')}
              </Text>
              {note ? <Text textStyle="label" whiteSpace="pre-line" overflowWrap="anywhere">{note}</Text> : null}
            </Box>
          )
        })}
      </Stack>
    </Section>
  )
}

const SUMS = ['payout', 'release', 'cost']

/** The price that is offered, or was accepted, and why each cent. */
export function Offer({ receivable: { kind, face, offer, accepted } }: { receivable: Examined }) {
  const { t } = useLingui()
  if (!offer) return null
  const money = (minor: number) => formatMoney(minor, offer.currency)
  const [payoutOn, dueOn] = [formatDay(offer.payoutOn), formatDay(offer.dueOn)]
  const [until, bought] = [offer.validUntil ? formatInstant(offer.validUntil) : '', accepted ? formatInstant(accepted.at) : '']
  const apr = typeof offer.apr === 'number' ? percentOf(offer.apr) : null
  return (
    <Section title={accepted ? <Trans>The offer that was accepted</Trans> : <Trans>Offer to the seller</Trans>} lead={accepted ? <Trans>Accepted on {bought}.</Trans> : until ? <Trans>Valid until {until}.</Trans> : null}>
      <SimpleGrid columns={{ base: 1, sm: 3 }} gap="5">
        <Figure label={t({ message: 'Payout', context: 'price' })} amount={money(offer.payout)} more={t`on ${payoutOn}`} />
        <Figure label={t`Release when the debtor pays`} amount={money(offer.release)} more={t`if paid on ${dueOn}`} />
        <Figure label={t`Cost to the seller`} amount={money(offer.cost)} more={<CostMore price={offer} yearly={apr ? t`${apr} a year (simple)` : null} />} />
      </SimpleGrid>
      <Fold title={<Trans>Why these amounts</Trans>}>
        <AmountList
          label={t`Why these amounts`}
          rows={offer.lines
            .filter(({ code, amount }) => amount !== 0 || SUMS.includes(code))
            .map((line) => ({ id: line.code, label: line.code === 'release' ? t`Release when the debtor pays` : lineLabel(line, kind), more: formulaText(line, offer, kind, face), amount: money(line.amount), isSum: SUMS.includes(line.code) }))}
        />
      </Fold>
      <Box>
        <Text textStyle="label" color="fg.muted"><Trans>Fixed by this hash (SHA-256)</Trans></Text>
        <Text textStyle="label" fontFamily="mono" overflowWrap="anywhere">{offer.hash}</Text>
      </Box>
    </Section>
  )
}

/** What is left of it. */
export function Position({ receivable: { position, offer, currency } }: { receivable: Examined }) {
  const { t } = useLingui()
  if (!position) return null
  const day = position.coming ? formatDay(position.coming.on) : ''
  const money = (minor: number) => formatMoney(minor, currency)
  const paid = paidOf({ offer, position })
  const isPaidFirst = paid > 0 && position.open === 0
  return (
    <Section title={<Trans>Position</Trans>} lead={isPaidFirst ? <Trans>The debtor paid before the bank confirmed the advance. The receivable closes once it has.</Trans> : null}>
      <AmountList
        label={t`Position`}
        rows={[
          ...(paid > 0 ? [{ id: 'paid', label: t`The debtor has paid`, more: paidText(position, currency, 'house'), amount: money(paid) }] : []),
          { id: 'open', label: t`Open balance`, amount: money(position.open) },
          ...(isPaidFirst ? [] : [{ id: 'out', label: houseAdvanceOut.labelOf(position.advance ?? 'sent'), amount: money(position.out) }]),
          ...(position.diluted > 0 ? [{ id: 'diluted', label: t`Credit notes and deductions`, amount: money(position.diluted) }] : []),
          ...(position.withSeller > 0 ? [{ id: 'withSeller', label: t`With the seller, whom the debtor paid`, amount: money(position.withSeller) }] : []),
          ...(position.withAdvance && position.withAdvance.amount !== 0 ? [{ id: 'withAdvance', label: position.withAdvance.amount < 0 ? t`The seller owes once the payout is confirmed` : t`The seller receives once the payout is confirmed`, amount: money(Math.abs(position.withAdvance.amount)) }] : []),
          ...(position.coming && position.coming.amount !== 0 ? [{ id: 'coming', label: position.coming.amount < 0 ? t`The seller owes at the end` : t`Release when the debtor pays`, more: t`if paid on ${day}`, amount: money(Math.abs(position.coming.amount)) }] : []),
        ]}
      />
    </Section>
  )
}

/** How it ended, each difference with its cause. */
export function Settlement({ receivable: { kind, settlement, position, offer, currency } }: { receivable: Examined }): ReactNode {
  const { t } = useLingui()
  if (!settlement) return null
  const money = (minor: number) => formatMoney(minor, currency)
  const paid = position ? paidText(position, currency, 'house') : null
  const [toSeller, owes, loss] = [money(settlement.toSeller), money(settlement.sellerOwes), money(settlement.loss)]
  return (
    <Section title={<Trans context="statement">Settlement</Trans>} lead={settlement.sellerOwes > 0 ? <Trans>On this day the seller owed us {owes}, which we set off against its next payouts.</Trans> : <Trans>On this day the seller was due {toSeller} in addition to the payout.</Trans>}>
      <AmountList
        label={t({ message: 'Settlement', context: 'statement' })}
        rows={settlement.lines.map((line, place) => ({ id: `${line.code} ${place}`, label: statementLabel(line), more: statementCause(line, offer, kind), amount: money(line.amount), isSum: line.code === 'settled' }))}
      />
      {paid ? <Text color="fg.muted" textStyle="label"><Trans>Paid: {paid}</Trans></Text> : null}
      {settlement.loss > 0 ? <Text><Trans>We bear a loss of {loss}.</Trans></Text> : null}
    </Section>
  )
}
