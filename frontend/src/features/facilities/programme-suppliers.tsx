import { Box, Button, HStack, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { failure } from '@/api/errors'
import type { Facility } from '@/entities/facility/api'
import { termValue } from '@/entities/facility/fields'
import { useOperatorMay } from '@/entities/operator/api'
import { useProgrammeSuppliers, type ProgrammeSupplier } from '@/entities/programme/house-suppliers'
import { enrolments, supplierWaits } from '@/entities/programme/suppliers'
import { text } from '@/lib/i18n'
import { formatMoney } from '@/lib/money'
import { companyPath } from '@/lib/paths'
import { AmountList } from '@/ui/amount-list'
import { Answer } from '@/ui/answer'
import { CodeBadge } from '@/ui/code-badge'
import { Section } from '@/ui/page'
import { TextLink } from '@/ui/text-link'
import { SupplierRate } from './supplier-rate'

/** Whom a programme pays, what each waits for and costs, and what the buyer promised it. */
export function ProgrammeSuppliers({ facility }: { facility: Facility }) {
  const { t } = useLingui()
  const { data, error, refetch, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage } = useProgrammeSuppliers(facility.id)
  const suppliers = data?.pages.flatMap((page) => page.data)
  return (
    <Section title={<Trans>Suppliers</Trans>}>
      <Answer isThere={suppliers !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading suppliers`}>
        {suppliers && suppliers.length > 0 ? (
          <Stack as="ul" listStyleType="none" gap="0" aria-label={t`Suppliers`}>
            {suppliers.map((supplier) => (
              <Row key={supplier.id} supplier={supplier} facility={facility} />
            ))}
          </Stack>
        ) : (
          <Text color="fg.muted">
            <Trans>The company hasn’t invited any suppliers yet.</Trans>
          </Text>
        )}
        {hasNextPage ? (
          <Button variant="outline" alignSelf="center" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            <Trans>Load more</Trans>
          </Button>
        ) : null}
      </Answer>
    </Section>
  )
}

function Row({ supplier, facility }: { supplier: ProgrammeSupplier; facility: Facility }) {
  const { name, companyId, enrolment, waitsFor } = supplier
  const seesCompanies = useOperatorMay('read_applications')
  const waits = waitsFor && enrolment !== 'left' ? waitsFor : null
  const standing = waits ? supplierWaits.find(waits) : undefined
  return (
    <Box as="li" py="4" borderTopWidth="1px" borderColor="border">
      <HStack wrap="wrap" gap="2">
        <Text overflowWrap="anywhere">{companyId && seesCompanies ? <TextLink to={companyPath(companyId)}>{name}</TextLink> : name}</Text>
        {waits ? <CodeBadge labels={supplierWaits} code={waits} /> : <CodeBadge labels={enrolments} code={enrolment} />}
      </HStack>
      {standing ? <Text textStyle="label">{text(standing.means)}</Text> : null}
      {enrolment === 'left' ? null : <Agreed supplier={supplier} facility={facility} />}
      <SupplierRate supplier={supplier} />
      <Promised supplier={supplier} />
    </Box>
  )
}

/** What being paid early costs it, and whether it asks each time. */
function Agreed({ supplier: { discountRate, automatic, automaticAbove }, facility: { terms } }: { supplier: ProgrammeSupplier; facility: Facility }) {
  const yearly = (rate: number) => termValue('discountRate', rate, null)
  const own = typeof discountRate === 'number' ? yearly(discountRate) : null
  const ruling = terms ? yearly(terms.discountRate) : '–'
  const least = automaticAbove ? formatMoney(automaticAbove.amount, automaticAbove.currency) : '–'
  return (
    <Box textStyle="label" color="fg.muted" fontVariantNumeric="tabular-nums">
      <Text>{own ? <Trans>Discount: {own}, its own rate</Trans> : <Trans>Discount: {ruling}, as in the programme</Trans>}</Text>
      {automatic === 'all' ? (
        <Text>
          <Trans>Paid early automatically: everything</Trans>
        </Text>
      ) : automatic === 'above' ? (
        <Text>
          <Trans>Paid early automatically: from {least}</Trans>
        </Text>
      ) : null}
    </Box>
  )
}

/** What the buyer promised it, by currency; nothing while that is nothing. */
function Promised({ supplier: { name, promised } }: { supplier: ProgrammeSupplier }) {
  const { t } = useLingui()
  if (promised.length === 0) return null
  const rows = promised.flatMap(({ currency, waiting, committed, paidEarly, open }) => {
    const row = (id: string, label: string, amount: number) => ({ id: `${currency} ${id}`, label, amount: formatMoney(amount, currency) })
    return [row('waiting', t`Approved, not paid early`, waiting), row('committed', t`Sold, not paid out yet`, committed), row('paidEarly', t`Paid early`, paidEarly), row('open', t`Of both, still open`, open)]
  })
  return (
    <Box mt="2" maxW="md">
      <AmountList label={t`What was promised to ${name}`} rows={rows} />
    </Box>
  )
}
