import { Box, Stack, Text } from '@chakra-ui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { AnswerTaken } from '@/entities/payment/bank-answers'
import { formatInstant } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { formatNumber } from '@/lib/numbers'
import { Notice } from '@/ui/notice'
import { TextLink } from '@/ui/text-link'
import { AnswerTold } from './answer-told'
import { addressOf } from './views'

interface AnswerResultProps {
  name: string
  taken: AnswerTaken
  /** When the batch was released, where that is known. */
  releasedAt: string | undefined
}

/** What came of a bank's answer, in transfers, and where one goes on. */
export function AnswerResult({ name, taken, releasedAt }: AnswerResultProps) {
  const { t } = useLingui()
  const [accepted, pending, rejected] = [taken.accepted, taken.pending, taken.rejected].map((count) => formatNumber(count))
  const { contradicted, doubtful, unknown, toSeeTo, currency } = taken
  const when = releasedAt ? formatInstant(releasedAt) : ''
  return (
    <Notice status={taken.rejected + contradicted + doubtful + unknown > 0 ? 'info' : 'success'} title={t`${name} imported`}>
      <Stack gap="1" mt="1">
        {when ? <Text color="fg.muted"><Trans>Answer to the batch of {when}</Trans></Text> : null}
        <Text><Trans>Transfers: {accepted} accepted, {pending} pending, {rejected} rejected.</Trans></Text>
        {taken.rejected > 0 ? (
          <Text>
            <Trans>Rejected payouts are due again.</Trans> <TextLink to={addressOf('due')}><Trans>Show payouts due</Trans></TextLink>
          </Text>
        ) : null}
        {contradicted > 0 ? <Text><Plural value={contradicted} one="# rejected transfer is marked as executed. Check it with the bank." other="# rejected transfers are marked as executed. Check them with the bank." /></Text> : null}
        {doubtful > 0 ? <Text><Plural value={doubtful} one="# payee’s name doesn’t match the account, or only nearly." other="# payees’ names don’t match their accounts, or only nearly." /></Text> : null}
        {toSeeTo.length > 0 ? (
          <Stack as="ul" listStyleType="none" gap="2" my="2" aria-label={t`Transfers to look at`}>
            {toSeeTo.map((transfer, place) => (
              // Two may be alike in all that is told of them.
              <Box as="li" key={place} overflowWrap="anywhere">
                <Text fontWeight="medium" fontVariantNumeric="tabular-nums">{transfer.payee ?? '–'} · {formatMoney(transfer.amount, currency)}</Text>
                <AnswerTold answer={transfer} />
              </Box>
            ))}
          </Stack>
        ) : null}
        {unknown > 0 ? <Text><Plural value={unknown} one="# transfer in the file isn’t part of the batch." other="# transfers in the file aren’t part of the batch." /></Text> : null}
      </Stack>
    </Notice>
  )
}
