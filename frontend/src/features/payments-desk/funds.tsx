import { SimpleGrid, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { accountsPath } from '@/entities/ledger/paths'
import { useOperatorMay } from '@/entities/operator/api'
import { fundsText } from '@/entities/payment/funds-text'
import { useFunds } from '@/entities/payment/house'
import { formatMoney } from '@/lib/money'
import { Figure } from '@/ui/amount-list'
import { TextLink } from '@/ui/text-link'

/** What is left at the bank to pay from, by currency; nothing until anything was paid. */
export function Funds() {
  const { t } = useLingui()
  const { data: funds } = useFunds()
  if (!funds || funds.length === 0) return null
  return (
    <SimpleGrid columns={{ base: 1, sm: 2, xl: 4 }} gap="4" role="group" aria-label={t`At the bank`}>
      {funds.map((of) => (
        <Figure key={of.currency} label={t`Available at the bank`} amount={formatMoney(of.left, of.currency)} more={<More text={fundsText(of)} />} />
      ))}
    </SimpleGrid>
  )
}

/** How it comes about, and the way to the entries it is the sum of. */
function More({ text }: { text: string | null }) {
  const seesLedger = useOperatorMay('read_ledger')
  return (
    <>
      {text ? <Text>{text}</Text> : null}
      {seesLedger ? (
        <TextLink to={accountsPath('bank')}>
          <Trans>Show the bank in the ledger</Trans>
        </TextLink>
      ) : null}
    </>
  )
}
