import { Button, HStack, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { failure } from '@/api/errors'
import { groupedIban } from '@/entities/company/labels'
import { useForgetPayer, usePayers, type RememberedPayer } from '@/entities/debtor/api'
import { useOperatorMay } from '@/entities/operator/api'
import { after } from '@/lib/after'
import { formatInstant } from '@/lib/dates'
import { Failure } from '@/ui/failure'
import { Section } from '@/ui/page'
import { toast } from '@/ui/toasts'

const nameOf = ({ mark, value }: RememberedPayer) => (mark === 'account' ? groupedIban(value) : value)

/** Who is known to pay for a debtor, as treasury matched it; nothing as long as nobody is. */
export function Payers({ debtor }: { debtor: string }) {
  const { t } = useLingui()
  const maySee = useOperatorMay('read_payments')
  const may = useOperatorMay('manage_payments')
  const { data: payers } = usePayers(debtor, maySee)
  const forget = useForgetPayer(debtor)
  if (!payers?.length) return null
  return (
    <Section title={<Trans>Known payers</Trans>} lead={<Trans>Their payments were matched to this debtor. It makes the next one sure.</Trans>}>
      <Failure {...failure(forget.error)} />
      <Stack as="ul" listStyleType="none" gap="3" aria-label={t`Known payers`}>
        {payers.map((payer) => {
          const [name, since] = [nameOf(payer), formatInstant(payer.at)]
          return (
            <HStack as="li" key={payer.id} justify="space-between" gap="3" wrap="wrap">
              <Stack gap="0" minW="0">
                <Text overflowWrap="anywhere">{name}</Text>
                <Text textStyle="label" color="fg.muted">{payer.mark === 'account' ? <Trans>Account, matched on {since}</Trans> : <Trans>Name, matched on {since}</Trans>}</Text>
              </Stack>
              {may ? (
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={t`Forget ${name}`}
                  loading={forget.isPending && forget.variables === payer.id}
                  onClick={() => { after(forget.mutateAsync(payer.id), () => { toast.success(t`Payer forgotten`) }) }}
                >
                  <Trans>Forget</Trans>
                </Button>
              ) : null}
            </HStack>
          )
        })}
      </Stack>
    </Section>
  )
}
