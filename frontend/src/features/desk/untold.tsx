import { Stack, Text } from '@chakra-ui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Schemas } from '@/api/client'
import { toldDebtors, useUnreachable } from '@/entities/debtor/letters'
import { useOperatorMay } from '@/entities/operator/api'
import { debtorPath } from '@/lib/paths'
import { Notice } from '@/ui/notice'
import { TextLink } from '@/ui/text-link'

/** Debtors to whom a notice could not be sent: somebody has to see to them. */
export function Untold() {
  const { t } = useLingui()
  const { data: debtors } = useUnreachable(useOperatorMay('read_facilities'))
  if (!debtors?.length) return null
  return (
    <Notice status="warning" title={t`Debtors not yet notified`}>
      <Stack as="ul" listStyleType="none" gap="2">
        {debtors.map(({ debtorId, legalName, why, claims, lacking }) => (
          <Text as="li" key={debtorId + why + (lacking ? lacking.companyId + lacking.letters : '')}>
            <TextLink to={debtorPath(debtorId)}>{legalName}</TextLink> (<Plural value={claims} one="# invoice" other="# invoices" />): {toldDebtors.labelOf(why)}
            {lacking ? <> <Letters {...lacking} /></> : null}
          </Text>
        ))}
      </Stack>
      <Text mt="2"><Trans>The next end of day tries again.</Trans></Text>
    </Notice>
  )
}

/** Which letters cannot be printed, and whose invoices wait for them. */
function Letters({ companyName, letters }: NonNullable<Schemas['UnreachableBody']['lacking']>) {
  return companyName ? <Trans>Invoices of {companyName}, letters: {letters}</Trans> : <Trans>Letters: {letters}</Trans>
}
