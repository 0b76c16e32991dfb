import { Box, Button, Flex, HStack, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { failure, fieldErrors, retryAt, sentence } from '@/api/errors'
import { isLost, sentenceBeforeAgain } from '@/api/reconnect'
import type { Buyer } from '@/entities/buyer/api'
import { discountsText } from '@/entities/receivable/cash-discounts'
import { useInvoiceDays } from '@/entities/user/today'
import { formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { invoicePath, paths } from '@/lib/paths'
import { CodeBadge } from '@/ui/code-badge'
import { DateField } from '@/ui/date-field'
import { Failure } from '@/ui/failure'
import { ProgressBar } from '@/ui/progress-bar'
import { TextLink } from '@/ui/text-link'
import { AskBuyer } from './ask-buyer'
import { dueOnRefused, isCutShort, isUnderWay, isUnsettled, useEInvoices, type EInvoiceFile, type FoundInvoice } from './files'
import { problemText } from './problems'
import { standings, type Standing } from './standing'

interface RowProps {
  file: EInvoiceFile
  standing: Standing
  buyers: readonly Buyer[]
  mayAddBuyers: boolean
  buyerAdded: (buyer: string) => void
  putAway: () => void
}

/** An e-invoice: what it says, how it stands, and what is still asked. */
export function Row({ file, standing, buyers, mayAddBuyers, buyerAdded, putAway }: RowProps) {
  const { t } = useLingui()
  const { name } = file.file
  const { found, receivable } = file
  const title = found?.number ?? name
  return (
    <Box as="li" borderWidth="1px" borderRadius="l2" p="4">
      {/* The keyboard goes here when what it was on is gone. */}
      <Stack tabIndex={-1} outline="none" role="group" aria-label={name} gap="3">
        <Flex justify="space-between" align="flex-start" gap="3" wrap="wrap">
          <Box minW="0">
            <Text overflowWrap="anywhere">{title}</Text>
            {title === name ? null : (
              <Text color="fg.muted" textStyle="label" overflowWrap="anywhere">
                {name}
              </Text>
            )}
          </Box>
          <CodeBadge labels={standings} code={standing.code} />
        </Flex>
        {isUnderWay(file) ? <ProgressBar size="xs" label={t`Upload of ${name}`} percent={Math.round(file.share * 100)} /> : null}
        {found ? <Facts found={found} buyer={standing.buyer} /> : null}
        {found ? <Warnings found={found} /> : null}
        <Faults file={file} standing={standing} />
        {isUnsettled(file) ? null : <Asked file={file} standing={standing} buyers={buyers} mayAddBuyers={mayAddBuyers} buyerAdded={buyerAdded} />}
        {standing.buyer?.status === 'pending' && (standing.code === 'ready' || file.step === 'entered') ? (
          <Text color="fg.muted" textStyle="label">
            {receivable ? <Trans>You can submit it once we’ve approved the buyer.</Trans> : <Trans>We’re still reviewing this buyer. You can enter the invoice now, and submit it once we’ve approved the buyer.</Trans>}
          </Text>
        ) : null}
        <Outcome file={file} />
        <HStack gap="3" wrap="wrap">
          {receivable ? (
            <TextLink to={invoicePath(receivable.id)}>
              <Trans>Open draft {receivable.invoiceNumber}</Trans>
            </TextLink>
          ) : null}
          <Actions file={file} standing={standing} putAway={putAway} />
        </HStack>
      </Stack>
    </Box>
  )
}

/** What the file says; of its buyer, what a person chose since. */
function Facts({ found: { buyerId, buyer, issuedOn, dueOn, face, currency, cashDiscounts }, buyer: listed }: { found: FoundInvoice; buyer: Buyer | undefined }) {
  const { t } = useLingui()
  const facts = [
    { id: 'buyer', label: t`Buyer`, said: buyerId ? buyer.name : (listed?.legalName ?? buyer.name) },
    { id: 'issued', label: t`Invoice date`, said: issuedOn && formatDay(issuedOn) },
    { id: 'due', label: t`Due date`, said: dueOn && formatDay(dueOn) },
    { id: 'face', label: t`Amount`, said: currency && typeof face === 'number' ? formatMoney(face, currency) : null },
    { id: 'discount', label: t`Cash discount`, said: currency ? discountsText(cashDiscounts, currency) : null },
  ]
  return (
    <Flex as="dl" wrap="wrap" columnGap="8" rowGap="2">
      {facts.map(({ id, label, said }) =>
        said ? (
          <Box key={id} minW="0">
            <Text as="dt" color="fg.muted" textStyle="label">
              {label}
            </Text>
            <Text as="dd" overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
              {said}
            </Text>
          </Box>
        ) : null,
      )}
    </Flex>
  )
}

/** What is odd about it, and keeps it from nothing here. */
function Warnings({ found: { warnings, currency, problems } }: { found: FoundInvoice }) {
  if (warnings.length === 0 || problems.length > 0) return null
  return (
    <Box>
      <Text>
        <Trans>Please note:</Trans>
      </Text>
      <Box as="ul" ps="5" listStyleType="disc">
        {warnings.map((warning, place) => (
          // Nothing else tells two of a term apart.
          <Text as="li" key={place} overflowWrap="anywhere">
            {problemText(warning, currency)}
          </Text>
        ))}
      </Box>
    </Box>
  )
}

/** Why it cannot be entered as it is, and what to do about that. */
function Faults({ file: { found }, standing: { faults } }: { file: EInvoiceFile; standing: Standing }) {
  if (!found || faults.length === 0) return null
  const { sellerName, number, currency } = found
  return (
    <Stack gap="2">
      {faults.includes('wrong') ? (
        <Box>
          <Text>
            <Trans>Correct this in your invoicing software, then add the invoice again:</Trans>
          </Text>
          <Box as="ul" ps="5" listStyleType="disc">
            {found.problems.map((problem, place) => (
              // Nothing else tells two problems of a term apart.
              <Text as="li" key={place} overflowWrap="anywhere">
                {problemText(problem, currency)}
              </Text>
            ))}
          </Box>
        </Box>
      ) : null}
      {faults.includes('others') ? (
        <Text overflowWrap="anywhere">
          <Trans>
            The invoice names {sellerName} as its seller, not your company. If this is your company under another name, <TextLink to={paths.newInvoice}>enter it by hand</TextLink>.
          </Trans>
        </Text>
      ) : null}
      {faults.includes('assigned') ? (
        <Text>
          <Trans>The invoice says that another company or account is to be paid: it seems to be sold already. If it isn’t, correct the payment details in your invoicing software and add it again.</Trans>
        </Text>
      ) : null}
      {faults.includes('before') ? (
        <Text>
          <Trans>You entered this invoice before.</Trans>{' '}
          <TextLink to={`${paths.invoices}?${new URLSearchParams({ number: number ?? '' }).toString()}`}>
            <Trans>Find it in your invoices</Trans>
          </TextLink>
        </Text>
      ) : null}
      {faults.includes('twice') ? (
        <Text>
          <Trans>This invoice is further up in the list. It’s entered only once.</Trans>
        </Text>
      ) : null}
      {faults.includes('declined') ? (
        <Text>
          <Trans>We declined this buyer, so we can’t finance the invoice.</Trans>
        </Text>
      ) : null}
    </Stack>
  )
}

/** What the file does not tell. */
function Asked({ file, standing: { asksBuyer, asksDue, isDayWrong, isDayTooEarly }, buyers, mayAddBuyers, buyerAdded }: Omit<RowProps, 'putAway'>) {
  const { t } = useLingui()
  const { tell } = useEInvoices()
  const { dueOn } = useInvoiceDays()
  const { id, found, told } = file
  return (
    <>
      {asksBuyer && found ? <AskBuyer file={file} found={found} buyers={buyers} mayAdd={mayAddBuyers} added={buyerAdded} /> : null}
      {asksDue ? (
        <Box maxW="xs">
          <DateField
            label={t`Due date`}
            name={`due-${id}`}
            value={told.dueOn}
            onChange={(day) => {
              tell(id, { dueOn: day })
            }}
            onBlur={() => undefined}
            example={dueOn}
            error={isDayWrong ? t`Enter a valid date.` : isDayTooEarly ? t`Enter a day after the invoice date.` : dueOnRefused(file)}
          />
        </Box>
      ) : null}
    </>
  )
}

/** Why it was not read or not entered. */
function Outcome({ file }: { file: EInvoiceFile }) {
  const { t } = useLingui()
  const { step, error, isTooLarge, isChanged } = file
  if (isTooLarge) return <Failure sentence={t`The file is too large. The maximum is 10 MB.`} until={null} />
  if (isChanged) return <Failure sentence={t`This file changed after you chose it. Choose it again.`} until={null} />
  if (!error || (step !== 'unread' && step !== 'refused')) return null
  if (isUnsettled(file) && !isLost(error)) return <Failure sentence={t`We can’t tell yet whether it was entered. Try again: it counts once.`} until={retryAt(error)} />
  if (isCutShort(file)) return <Failure sentence={sentenceBeforeAgain(error)} until={retryAt(error)} />
  const { buyerId, dueOn } = fieldErrors(error)
  // What is said of the day stands at its field.
  if (dueOn && !buyerId) return null
  return <Failure {...failure(error)} sentence={buyerId ?? sentence(error)} />
}

function Actions({ file, standing: { code }, putAway }: { file: EInvoiceFile; standing: Standing; putAway: () => void }) {
  const { t } = useLingui()
  const { readAgain, enter } = useEInvoices()
  const { id, step, isTooLarge } = file
  const { name } = file.file
  if (isUnderWay(file)) return null
  const again = step === 'unread' && isCutShort(file) ? readAgain : step === 'refused' && code === 'refused' ? enter : null
  return (
    <>
      {step === 'unread' && !isTooLarge && !isCutShort(file) ? (
        <TextLink to={paths.newInvoice}>
          <Trans>Enter it by hand</Trans>
        </TextLink>
      ) : null}
      {again ? (
        <Button
          size="sm"
          variant="outline"
          aria-label={t`Try again: ${name}`}
          onClick={() => {
            again([id])
          }}
        >
          <Trans>Try again</Trans>
        </Button>
      ) : null}
      <Button size="sm" variant="ghost" aria-label={t`Dismiss ${name}`} onClick={putAway}>
        <Trans>Dismiss</Trans>
      </Button>
    </>
  )
}
