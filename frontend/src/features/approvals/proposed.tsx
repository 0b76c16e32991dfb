import { Badge, Grid, HStack, Text, VisuallyHidden } from '@chakra-ui/react'
import { msg, t as say } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { limitCurrency, rolesChange, type Approval } from '@/entities/approval/labels'
import { limitChange } from '@/entities/debtor/limits'
import { bankAccountFields, groupedIban } from '@/entities/company/labels'
import { termLabel, termsFieldOf, termValue } from '@/entities/facility/fields'
import { useNames } from '@/entities/name/api'
import { operatorRoles, type OperatorRole } from '@/entities/operator/roles'
import { text } from '@/lib/i18n'
import { Ground } from './ground'
import { List, Row } from './row'
import { isTelling, payoutIn, told } from './told'

/** What exactly is going to be different. */
export function Proposed({ approval }: { approval: Approval }) {
  const { t } = useLingui()
  const payees = useNames(approval.changes.map(payoutIn))
  const roles = rolesChange(approval)
  if (roles) {
    return (
      <List>
        <Ground approval={approval} />
        <Roles title={t`Added`} roles={roles.added} palette="green" />
        <Roles title={t`Removed`} roles={roles.removed} palette="red" />
        <Roles title={t`Unchanged`} roles={roles.kept} palette="gray" />
      </List>
    )
  }
  const { currency, payouts, state } = approval
  // Payouts, and debtors that are merged, are told with all that is known of them.
  const isTold = (change: Approval['changes'][number]) => payouts.some(({ id }) => id === payoutIn(change)) || (approval.merge !== null && approval.merge !== undefined && change.field !== 'note')
  return (
    <List>
      <Ground approval={approval} />
      {approval.changes.filter((change) => isTelling(change) && !isTold(change)).map((change, place) => (
        // A field may be told several times, and their order stays.
        <Change key={place} change={change} currency={currency} isWaiting={state === 'pending'} payee={payees.get(payoutIn(change) ?? '')?.name} />
      ))}
    </List>
  )
}

interface ChangeProps {
  change: Approval['changes'][number]
  /** Of the terms, where it is known. */
  currency: string | null | undefined
  /** It is not so yet. */
  isWaiting: boolean
  /** Whom a payout is for, once that is known. */
  payee: string | null | undefined
}

function Change({ change, currency, isWaiting, payee }: ChangeProps) {
  const { t } = useLingui()
  const fact = told(change) ?? newTerm(change, currency)
  if (fact) {
    return (
      <Row title={payee ?? fact.label}>
        <Text fontWeight="medium" overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
          {fact.value}
        </Text>
      </Row>
    )
  }
  const { field, before, after } = change
  if (isWaiting) {
    const blank = field === RATE ? t`the programme’s rate` : t({ message: 'empty', context: 'a value' })
    const limit = limitCurrency(field)
    const [was, willBe] = limit ? limitChange(change, limit) : [before, after].map((value) => (value ? valueOf(field, value, currency) : blank))
    return (
      <Row title={labelOf(field)}>
        <Text overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
          <Trans context="a proposed change">
            <VisuallyHidden>from </VisuallyHidden>
            <Quiet>{was}</Quiet> <span aria-hidden>→</span>
            <VisuallyHidden> to </VisuallyHidden> <Strong>{willBe}</Strong>
          </Trans>
        </Text>
      </Row>
    )
  }
  const limit = limitCurrency(field)
  const [was, is] = limit ? limitChange(change, limit) : [before, after].map((value) => (value ? valueOf(field, value, currency) : field === RATE ? t`the programme’s rate` : null))
  return (
    <Row title={labelOf(field)}>
      {/* Before and after are told apart by words, not by colour alone. */}
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' }} columnGap="4" overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
        <Text color="fg.muted">
          {was ? (
            <Trans context="before a change">
              was <del>{was}</del>
            </Trans>
          ) : (
            <Trans>was empty</Trans>
          )}
        </Text>
        <Text fontWeight="medium">{is ? <After value={is} /> : <Trans>is left empty</Trans>}</Text>
      </Grid>
    </Row>
  )
}

function After({ value: after }: { value: string }) {
  return (
    <Trans context="after a change">
      <Quiet>is</Quiet> {after}
    </Trans>
  )
}

function Strong({ children }: { children?: ReactNode }) {
  return (
    <Text as="span" fontWeight="medium">
      {children}
    </Text>
  )
}

function Quiet({ children }: { children?: ReactNode }) {
  return (
    <Text as="span" color="fg.muted" fontWeight="normal">
      {children}
    </Text>
  )
}

/** A supplier’s own; where there is none, the programme’s counts. */
const RATE = 'discountRate'

/** What is told of an account: a company's, or one of the house's own, which has one for each currency. */
const ACCOUNT = /^(?:bankAccount|house\.accounts\.([A-Z]{3}))\.(\w+)$/

function labelOf(field: string): string {
  const limit = limitCurrency(field)
  if (limit) return say`Limit in ${limit}`
  if (field === RATE) return say`Discount rate`
  if (field === 'debtor') return text(msg({ message: 'Debtor', context: 'table' }))
  if (field === 'state') return say`Status`
  const term = termsFieldOf(field)
  if (term) return termLabel(term)
  const [, currency, name = ''] = ACCOUNT.exec(field) ?? []
  if (!Object.hasOwn(bankAccountFields, name)) return field
  const label = text(bankAccountFields[name as keyof typeof bankAccountFields])
  return currency ? `${currency}: ${label}` : label
}

/** A term of an agreement that is new: nothing was there before. */
function newTerm({ field, before, after }: Approval['changes'][number], currency: string | null | undefined) {
  const term = termsFieldOf(field)
  return term && !before && after && currency ? { label: termLabel(term), value: termValue(term, after, currency) } : undefined
}

function valueOf(field: string, value: string, currency: string | null | undefined): string {
  const term = field === RATE ? RATE : termsFieldOf(field)
  if (term) return termValue(term, value, currency)
  return ACCOUNT.exec(field)?.[2] === 'iban' ? groupedIban(value) : value
}

function Roles({ title, roles, palette }: { title: string; roles: OperatorRole[]; palette: string }) {
  if (roles.length === 0) return null
  return (
    <Row title={title}>
      <HStack wrap="wrap" gap="1.5">
        {roles.map((role) => (
          <Badge key={role} colorPalette={palette} size="md">
            {operatorRoles.labelOf(role)}
          </Badge>
        ))}
      </HStack>
    </Row>
  )
}
