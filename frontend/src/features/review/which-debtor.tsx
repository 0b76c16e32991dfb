import { Box, Button, HStack, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { plural } from '@lingui/core/macro'
import { failure } from '@/api/errors'
import { debtorStates, registerEntry } from '@/entities/debtor/labels'
import { formatMoney } from '@/lib/money'
import { debtorPath } from '@/lib/paths'
import { CodeBadge } from '@/ui/code-badge'
import { Failure } from '@/ui/failure'
import { LinkButton } from '@/ui/link-button'
import { Notice } from '@/ui/notice'
import { TextLink } from '@/ui/text-link'
import { useBuyersDebtors, useCorrectDebtor, type AlikeDebtor, type Buyer, type Picked } from './api'

interface WhichDebtorProps {
  application: string
  buyer: Buyer
  isBusy: boolean
  pick: (picked: Picked) => void
  leave: () => void
}

/** Debtors that look like a buyer: a person says which of them it is, or that it is none. */
export function WhichDebtor({ application, buyer, isBusy, pick, leave }: WhichDebtorProps) {
  const { t } = useLingui()
  const debtors = useBuyersDebtors(application, buyer.id)
  if (debtors.isError) return <Failure {...failure(debtors.error)} />
  if (!debtors.data) return null
  const { alike } = debtors.data
  return (
    <Stack gap="3">
      <Notice status="warning" title={t`Is ${buyer.legalName} one of these debtors?`}>
        <Trans>They look like it. Two debtors for one company would have two limits, and an invoice could be sold twice.</Trans>
      </Notice>
      <Stack as="ul" listStyleType="none" gap="2" aria-label={t`Debtors that look like it`}>
        {alike.map((debtor) => (
          <li key={debtor.id}>
            <Candidate
              debtor={debtor}
              isBusy={isBusy}
              pick={() => {
                pick({ debtor: debtor.id })
              }}
            />
          </li>
        ))}
      </Stack>
      <HStack wrap="wrap">
        <Button
          size="sm"
          variant="outline"
          loading={isBusy}
          onClick={() => {
            pick({ noneOf: alike.map(({ id }) => id) })
          }}
        >
          <Trans>None of these: make a new debtor</Trans>
        </Button>
        <Button size="sm" variant="ghost" disabled={isBusy} onClick={leave}>
          <Trans>Cancel</Trans>
        </Button>
      </HStack>
    </Stack>
  )
}

/** A buyer that was linked to a debtor it is not: a person says which one it is instead. */
export function CorrectDebtor({ application, buyer, leave }: Pick<WhichDebtorProps, 'application' | 'buyer' | 'leave'>) {
  const { t } = useLingui()
  const debtors = useBuyersDebtors(application, buyer.id)
  const correct = useCorrectDebtor(application, buyer.id)
  if (debtors.isError) return <Failure {...failure(debtors.error)} />
  if (!debtors.data?.linked) return null
  const { linked } = debtors.data
  const alike = debtors.data.alike.filter(({ id }) => id !== linked)
  const pick = (picked: Picked) => {
    void correct.mutateAsync({ seen: linked, ...picked }).then(leave, () => undefined)
  }
  return (
    <Stack gap="3">
      <Text>
        <Trans>
          Which debtor is {buyer.legalName}, if not <TextLink to={debtorPath(linked)}>the one it is linked to</TextLink>? This can be corrected until an invoice to it was sold.
        </Trans>
      </Text>
      {alike.length > 0 ? (
        <Stack as="ul" listStyleType="none" gap="2" aria-label={t`Debtors that look like it`}>
          {alike.map((debtor) => (
            <li key={debtor.id}>
              <Candidate
                debtor={debtor}
                isBusy={correct.isPending}
                pick={() => {
                  pick({ debtor: debtor.id })
                }}
              />
            </li>
          ))}
        </Stack>
      ) : null}
      {correct.isError ? <Failure {...failure(correct.error)} /> : null}
      <HStack wrap="wrap">
        <Button
          size="sm"
          variant="outline"
          loading={correct.isPending}
          onClick={() => {
            pick({ noneOf: alike.map(({ id }) => id) })
          }}
        >
          <Trans>Make a new debtor</Trans>
        </Button>
        <Button size="sm" variant="ghost" disabled={correct.isPending} onClick={leave}>
          <Trans>Cancel</Trans>
        </Button>
      </HStack>
    </Stack>
  )
}

function Candidate({ debtor, isBusy, pick }: { debtor: AlikeDebtor; isBusy: boolean; pick: () => void }) {
  const { t } = useLingui()
  const { id, legalName, legalEntity, state, by, sellers, limits, inUse } = debtor
  const sums = (amounts: AlikeDebtor['limits']) => amounts.map(({ amount, currency }) => formatMoney(amount, currency)).join(', ') || t`none`
  const [limit, used] = [sums(limits), sums(inUse)]
  const common = by.map((kind) => (kind === 'number' ? t`same number` : t`same name`)).join(', ')
  const named = plural(sellers, { one: '# seller', other: '# sellers' })
  return (
    <Box p="3" borderWidth="1px" borderRadius="l2">
      <HStack justify="space-between" align="flex-start" wrap="wrap">
        <Box minW="0" flex="1 1 14rem">
          <Text overflowWrap="anywhere">{legalName}</Text>
          <Text color="fg.muted" fontSize="sm" overflowWrap="anywhere">
            {[registerEntry(legalEntity), common, named].join(' · ')}
          </Text>
          <Text color="fg.muted" fontSize="sm" overflowWrap="anywhere">
            <Trans>Limit: {limit}. In use: {used}.</Trans>
          </Text>
        </Box>
        <CodeBadge labels={debtorStates} code={state} />
      </HStack>
      <HStack mt="2" wrap="wrap">
        <Button size="sm" variant="outline" loading={isBusy} aria-label={t`It’s this one: ${legalName}`} onClick={pick}>
          <Trans>It’s this one</Trans>
        </Button>
        <LinkButton size="sm" variant="plain" to={debtorPath(id)}>
          <Trans>Open the debtor</Trans>
        </LinkButton>
      </HStack>
    </Box>
  )
}
