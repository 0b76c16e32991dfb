import { Stack, Text } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { Fragment, type ReactNode } from 'react'
import { dayOf, isLate, isWaiting, usePaidFor, type Payout } from '@/entities/payment/api'
import { stopsText } from '@/entities/payment/labels'
import { KeptBack } from '@/entities/payment/owed'
import { useToday } from '@/entities/user/today'
import { formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { invoicePath, paths } from '@/lib/paths'
import { TextLink } from '@/ui/text-link'

type Released = Payout & { released: NonNullable<Payout['released']> }
const isReleased = (payout: Payout): payout is Released => Boolean(payout.released)

/** How set-off joins this invoice with others: what its own payout was reduced by, what was taken of theirs for it, and what is still owed. */
export function PaidFor({ id, currency, owes = 0 }: { id: string; currency: string; owes?: number }) {
  const { data } = usePaidFor(id)
  if (!data) return null
  const released = data.payouts.filter(isReleased)
  const taken = released.flatMap((payout) => payout.released.setOffs.filter(({ receivableId }) => receivableId === id).map(({ amount }) => ({ payout, amount })))
  const owed = formatMoney(data.owed, currency)
  const hadOwed = owes > 0 || taken.length > 0
  return (
    <Stack gap="1">
      {released
        .filter(({ receivableId, released: { setOff } }) => receivableId === id && setOff > 0)
        .map((payout) => (
          <Reduced key={payout.id} payout={payout} />
        ))}
      {taken.map(({ payout, amount }) => (
        <Taken key={payout.id} payout={payout} amount={formatMoney(amount, currency)} />
      ))}
      {data.owed > 0 ? (
        <Text>
          <Trans>You still owe us {owed} for this invoice. We take it from your next payouts.</Trans>
        </Text>
      ) : hadOwed ? (
        <Text>
          <Trans>You owe us nothing more for this invoice.</Trans>
        </Text>
      ) : null}
    </Stack>
  )
}

/** Where the money of its advance is: paid, on its way, or come back and to be paid again, or why that waits. */
export function PaidOut({ id, children }: { id: string; children: ReactNode }) {
  const { data } = usePaidFor(id)
  const advances = data?.payouts.filter(({ receivableId, purpose }) => receivableId === id && purpose === 'advance') ?? []
  const now = advances.find(({ status }) => status === 'due' || status === 'released')
  if (!now || advances.some(({ status }) => status === 'executed')) return <Text color="fg.muted">{children}</Text>
  const [amount, why] = [formatMoney(now.amount, now.currency), stopsText(now)]
  const cameBack = Boolean(now.replaces)
  return (
    <Text as="div" color="fg.muted">
      {isWaiting(now) ? (
        <Trans>Your payout of {amount} came back from the bank. It waits: {why}</Trans>
      ) : now.status === 'due' ? (
        <ToBeSent payout={now} />
      ) : cameBack ? (
        <Trans>Your payout of {amount} came back from the bank. We sent it again, and it is on its way.</Trans>
      ) : (
        <Trans>Your payout of {amount} is on its way. Our bank hasn’t confirmed it yet.</Trans>
      )}
    </Text>
  )
}

/** When the advance of what was sold is paid, or why it waits. */
export function ToBePaid({ id, children }: { id: string; children: ReactNode }) {
  const { data } = usePaidFor(id)
  const advance = data?.payouts.find((payout) => payout.receivableId === id && payout.purpose === 'advance' && isToCome(payout))
  return (
    <Text as="div" color="fg.muted">
      {advance ? (
        <>
          <Trans>You sold this invoice.</Trans> <ToBeSent payout={advance} />
        </>
      ) : (
        children
      )}
    </Text>
  )
}

/** What is still to be sent for an invoice that is at its end. */
export function StillToCome({ id, children }: { id: string; children: ReactNode }) {
  const { data } = usePaidFor(id)
  return (
    <Text as="div" color="fg.muted">
      {children}{' '}
      {data?.payouts
        .filter((payout) => payout.receivableId === id && isToCome(payout))
        .map((payout) => (
          <ToBeSent key={payout.id} payout={payout} />
        ))}
    </Text>
  )
}

const isToCome = ({ status }: Payout) => status === 'due' || status === 'released'

/** When a payout is sent, or why it waits; and what may be kept back of it. */
function ToBeSent({ payout }: { payout: Payout }) {
  return (
    <>
      <WhenSent payout={payout} /> {payout.status === 'due' ? <KeptBack currency={payout.currency} payout={payout.amount} /> : null}
    </>
  )
}

function WhenSent({ payout }: { payout: Payout }) {
  const today = useToday()
  const [amount, day, why] = [formatMoney(payout.amount, payout.currency), formatDay(dayOf(payout)), stopsText(payout)]
  if (isWaiting(payout)) return <Trans>Your payout of {amount} waits: {why}</Trans>
  if (payout.status === 'released') return <Trans>Your payout of {amount} is on its way.</Trans>
  if (payout.replaces) return <Trans>Your payout of {amount} came back from the bank. We pay it again; check your bank account under <TextLink to={paths.company}>Company</TextLink>.</Trans>
  return isLate(payout, today) ? <Trans>Your payout of {amount} was planned for {day}. We haven’t sent it yet.</Trans> : <Trans>We pay you {amount} on {day}.</Trans>
}

/** What was sent for it was less, for its company owed for others. */
function Reduced({ payout: { amount, gross, currency, status, released } }: { payout: Released }) {
  const [paid, due, kept] = [amount, gross, released.setOff].map((minor) => formatMoney(minor, currency))
  const invoices = released.setOffs.map(({ receivableId, invoiceNumber }, place) => (
    <Fragment key={receivableId}>
      {place > 0 ? ', ' : null}
      <TextLink to={invoicePath(receivableId)}>{invoiceNumber}</TextLink>
    </Fragment>
  ))
  return (
    <Text>
      {status === 'executed' ? (
        <Trans>We paid you {paid}: {due} less {kept} you owed for {invoices}.</Trans>
      ) : status === 'returned' ? (
        <Trans>Of {due} we kept {kept} you owed for {invoices}. The other {paid} came back.</Trans>
      ) : (
        <Trans>We ordered {paid} from our bank: {due} less {kept} you owed for {invoices}.</Trans>
      )}
    </Text>
  )
}

/** What was taken for it of a payout, which may be for another invoice. */
function Taken({ payout: { receivableId, invoiceNumber, released }, amount }: { payout: Released; amount: string }) {
  const day = formatDay(released.on)
  const from = receivableId ? <TextLink to={invoicePath(receivableId)}>{invoiceNumber ?? '–'}</TextLink> : null
  return (
    <Text>
      <Trans>On {day} we took {amount} from your payout for {from}.</Trans>
    </Text>
  )
}
