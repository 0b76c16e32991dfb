import { Text } from '@chakra-ui/react'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Approval } from '@/entities/approval/labels'
import { groupedIban } from '@/entities/company/labels'
import { MergeOutlook } from '@/entities/debtor/merge-outlook'
import { accountFailedText, cameBackText, housePurposes } from '@/entities/payment/house-labels'
import { ReleaseOutlook } from '@/entities/payment/release-outlook'
import { TakenOutNow } from '@/entities/payment/taken-out'
import { newestText } from '@/entities/receivable/newest'
import { formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { receivablePath } from '@/lib/paths'
import { TextLink } from '@/ui/text-link'
import { Row } from './row'

/** What a proposal is about, as it stands now: of one that was decided, what changes with time is not told. */
export function Ground({ approval }: { approval: Approval }) {
  const { state, receivable, exposure, payouts, buyerName, release, merge, takenOut, isOvertaken, action, due } = approval
  const { t } = useLingui()
  return (
    <>
      {buyerName ? <Row title={t`Programme of the buyer`}>{buyerName}</Row> : null}
      {receivable ? <Receivable receivable={state === 'pending' ? receivable : { ...receivable, position: null }} /> : null}
      {exposure.map(({ currency, inUse }) => (
        <Row key={currency} title={t`In use today in ${currency}`}>{formatMoney(inUse, currency)}</Row>
      ))}
      {exposure
        .filter(({ offersStopped }) => offersStopped > 0)
        .map(({ currency, offersStopped, offersStoppedFace }) => {
          const sum = formatMoney(offersStoppedFace, currency)
          return <Row key={currency} title={t`Offers that stop`}>{plural(offersStopped, { one: `# offer for an invoice of ${sum} can’t be accepted any more.`, other: `# offers for invoices of ${sum} in total can’t be accepted any more.` })}</Row>
        })}
      {release?.isOvertaken ? (
        <Row title={t`Changed since`}>
          <Trans>What would be sent, or what speaks against it, changed after this was proposed, so it can’t be approved any more. Refuse it, and propose it again.</Trans>
        </Row>
      ) : null}
      {release?.now ? (
        <Row title={t`Effect`}>
          <ReleaseOutlook outlook={release.now} overdue={payouts.filter(({ overdueSince }) => overdueSince).length} />
        </Row>
      ) : null}
      {action === 'change_bank_account' && state === 'pending' ? <GoesThere due={due} /> : null}
      {takenOut ? (
        <Row title={t`Effect`}>
          <TakenOutNow out={takenOut} />
        </Row>
      ) : null}
      {merge && isOvertaken ? (
        <Row title={t`Changed since`}>
          <Trans>One of the debtors changed after this was proposed, so it can’t be approved any more. Refuse it, and propose it again.</Trans>
        </Row>
      ) : null}
      {merge ? (
        <Row title={t`Effect`}>
          <MergeOutlook outlook={merge} />
        </Row>
      ) : null}
      {isOvertaken && !release && !merge && !receivable ? (
        <Row title={t`Changed since`}>
          <Trans>What this is based on changed after it was proposed, so it can’t be approved any more. Refuse it, and propose it again.</Trans>
        </Row>
      ) : null}
      {payouts.map((payout) => (
        <Payout key={payout.id} payout={payout} />
      ))}
    </>
  )
}

function Receivable({ receivable: { id, invoiceNumber, debtorName, currency, face, position, loss, newest, isOvertaken } }: { receivable: NonNullable<Approval['receivable']> }) {
  const { t } = useLingui()
  const money = (minor: number) => formatMoney(minor, currency)
  return (
    <>
      <Row title={t`Invoice`}>
        <TextLink to={receivablePath(id)}>{invoiceNumber}</TextLink>
        {debtorName ? ` · ${debtorName}` : ''}
      </Row>
      <Row title={t`Invoice amount`}>{money(face)}</Row>
      {position ? (
        <>
          <Row title={t`Still open`}>{money(position.open)}</Row>
          <Row title={t`Outstanding advance`}>{money(position.out)}</Row>
        </>
      ) : null}
      {loss ? (
        <>
          <Row title={t`Our loss`}>
            <Text fontWeight="medium">{money(loss.loss)}</Text>
          </Row>
          {loss.sellerOwes > 0 ? <Row title={t`The seller owes us`}>{money(loss.sellerOwes)}</Row> : null}
          {loss.toSeller > 0 ? <Row title={t`The seller still gets`}>{money(loss.toSeller)}</Row> : null}
        </>
      ) : null}
      {isOvertaken ? <Row title={t`Changed since`}><Trans>The invoice changed after this was proposed, so it can’t be approved any more. Refuse it, and propose it again.</Trans></Row> : null}
      {newest ? (
        <Row title={t`Latest entry`}>
          {newestText(newest, currency)}
        </Row>
      ) : null}
    </>
  )
}

/** Which payouts go to another account once it is approved: until then they wait. */
function GoesThere({ due }: { due: Approval['due'] }) {
  const { t } = useLingui()
  return (
    <Row title={t`Goes to the new account`}>
      {due.length === 0 ? <Trans>No payout is due at the moment.</Trans> : null}
      {due.map(({ currency, count, amount, firstOn }) => {
        const [sum, day] = [formatMoney(amount, currency), formatDay(firstOn)]
        return <Text key={currency}>{plural(count, { one: `# payout of ${sum}, due on ${day}`, other: `# payouts of ${sum}, the first due on ${day}` })}</Text>
      })}
    </Row>
  )
}

function Payout({ payout: { companyName, receivableId, invoiceNumber, debtorName, purpose, currency, gross, setOff, replaces, cameBack, account, accountFailed, overdueSince } }: { payout: Approval['payouts'][number] }) {
  const { t } = useLingui()
  const [purposeName, number] = [housePurposes.labelOf(purpose), invoiceNumber ?? '–']
  const to = account.iban ? groupedIban(account.iban) : account.accountNumber
  const day = overdueSince ? formatDay(overdueSince) : null
  const holder = account.holder ?? ''
  const [owed, keptBack] = [formatMoney(gross, currency), formatMoney(setOff ?? 0, currency)]
  return (
    <Row title={companyName ?? t`Payout`}>
      <Text fontWeight="medium" fontVariantNumeric="tabular-nums">
        {formatMoney(gross - (setOff ?? 0), currency)}
      </Text>
      {setOff ? <Text color="fg.muted"><Trans>{owed} less {keptBack}, which the company owes</Trans></Text> : null}
      {replaces ? <Text color="orange.fg" overflowWrap="anywhere">{cameBackText(cameBack)}</Text> : null}
      {!replaces && accountFailed ? <Text color="orange.fg" overflowWrap="anywhere">{accountFailedText(accountFailed)}</Text> : null}
      {day ? <Text color="orange.fg"><Trans>Overdue: the invoice was due on {day}.</Trans></Text> : null}
      <Text>
        {purposeName}
        {receivableId ? (
          <>
            {': '}
            <TextLink to={receivablePath(receivableId)}>{number}</TextLink>
          </>
        ) : null}
        {debtorName ? ` · ${debtorName}` : ''}
      </Text>
      {to ? (
        <Text color="fg.muted" overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
          <Trans>To {to}</Trans>
          {holder ? ` · ${holder}` : ''}
        </Text>
      ) : null}
    </Row>
  )
}
