import { Box, Grid, Stack, Text } from '@chakra-ui/react'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatMoney } from '@/lib/money'
import { debtorPath, receivablePath } from '@/lib/paths'
import { Notice } from '@/ui/notice'
import { TextLink } from '@/ui/text-link'
import type { MergeOutlook as Outlook } from './api'
import { debtorStates, registerEntry } from './labels'
import { limitText } from './limits'

type Side = Outlook['gone']

const sums = (amounts: { amount: number; currency: string }[]) => amounts.map(({ amount, currency }) => formatMoney(amount, currency)).join(' · ')

/** What merging one debtor into another one comes to: both as they are, and the one that stays as it is then. */
export function MergeOutlook({ outlook }: { outlook: Outlook }) {
  const { t } = useLingui()
  const { gone, stays, state, contact, inUse, soldOnBoth } = outlook
  const over = inUse.filter(({ isOver }) => isOver)
  return (
    <Stack gap="4">
      {soldOnBoth.length > 0 ? (
        <Notice status="error" title={t`The same invoices are sold on both debtors`}>
          <Trans>As long as neither has ended, the debtors can’t be merged.</Trans>
          <Stack as="ul" listStyleType="none" gap="1">
            {soldOnBoth.map(({ invoiceNumber, goneId, staysId }) => (
              <li key={goneId}>
                <Sold number={invoiceNumber} id={goneId} debtor={gone.legalName} />, <Sold number={invoiceNumber} id={staysId} debtor={stays.legalName} />
              </li>
            ))}
          </Stack>
        </Notice>
      ) : null}
      {over.length > 0 ? (
        <Notice status="warning" title={t`More is in use than the limit`}>
          {over.map(({ currency, inUse: used, limit }) => (
            <Over key={currency} used={formatMoney(used, currency)} limit={formatMoney(limit, currency)} />
          ))}
        </Notice>
      ) : null}
      <SideFacts title={t`Is merged`} side={gone} />
      <SideFacts title={t`Stays`} side={stays} />
      <Facts title={t`Afterwards`}>
        {state ? <Fact label={t`Status`}>{debtorStates.labelOf(state)}</Fact> : null}
        <Fact label={t`Contact for notices`}>{contact ?? t({ message: 'none', context: 'contact' })}</Fact>
        {inUse.map(({ currency, inUse: used, limit }) => (
          <Use key={currency} currency={currency} used={formatMoney(used, currency)} limit={formatMoney(limit, currency)} />
        ))}
      </Facts>
    </Stack>
  )
}

function Sold({ number, id, debtor }: { number: string; id: string; debtor: string }) {
  return (
    <TextLink to={receivablePath(id)}>
      <Trans>
        {number} on {debtor}
      </Trans>
    </TextLink>
  )
}

function Over({ used, limit }: { used: string; limit: string }) {
  return (
    <Text>
      <Trans>
        {used} would be in use under a limit of {limit}. Nothing more can be sold until that changes.
      </Trans>
    </Text>
  )
}

function Use({ currency, used, limit }: { currency: string; used: string; limit: string }) {
  const { t } = useLingui()
  return (
    <Fact label={t`In use in ${currency}`}>
      <Trans>
        {used} of {limit}
      </Trans>
    </Fact>
  )
}

function SideFacts({ title, side }: { title: string; side: Side }) {
  const { t } = useLingui()
  const { id, legalName, legalEntity, state, contact, limits, inUse, openInvoices, sellers, accounts } = side
  const none = t`none`
  const open = openInvoices.map(({ currency, invoices, open: amount }) => {
    const invoicesText = plural(invoices, { one: '# invoice', other: '# invoices' })
    return `${invoicesText}, ${formatMoney(amount, currency)}`
  })
  return (
    <Facts title={title}>
      <Fact label={t({ message: 'Debtor', context: 'table' })}>
        <TextLink to={debtorPath(id)}>{legalName}</TextLink> · {registerEntry(legalEntity)}
      </Fact>
      <Fact label={t`Status`}>{debtorStates.labelOf(state)}</Fact>
      <Fact label={t`Limits`}>{limits.map(({ amount, currency }) => limitText(amount, currency)).join(' · ') || none}</Fact>
      <Fact label={t`In use`}>{sums(inUse) || none}</Fact>
      <Fact label={t`Open invoices`}>{open.join(' · ') || none}</Fact>
      <Fact label={t`Sellers`}>{sellers}</Fact>
      <Fact label={t`Contact for notices`}>{contact ?? t({ message: 'none', context: 'contact' })}</Fact>
      {accounts ? (
        <>
          <Fact label={t`Credit`}>{sums(accounts.credits) || none}</Fact>
          <Fact label={t`Owed besides invoices`}>{sums(accounts.owed) || none}</Fact>
        </>
      ) : null}
    </Facts>
  )
}

function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box as="section" aria-label={title}>
      <Text fontWeight="medium">{title}</Text>
      <Stack as="dl" gap="1" mt="1">
        {children}
      </Stack>
    </Box>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', sm: '12rem minmax(0, 1fr)' }} columnGap="4" alignItems="baseline">
      <Text as="dt" color="fg.muted" fontSize="sm">
        {label}
      </Text>
      <Text as="dd" overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
        {children}
      </Text>
    </Grid>
  )
}
