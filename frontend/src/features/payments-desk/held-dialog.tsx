import { Box, Button, Code, Dialog, HStack, Portal, Stack, Text } from '@chakra-ui/react'
import { dialogSlotRecipe } from '@chakra-ui/react/theme'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { failure } from '@/api/errors'
import { groupedIban } from '@/entities/company/labels'
import { useHeldCandidates, type HeldDecision, type HeldLine } from '@/entities/payment/statements'
import { useToday } from '@/entities/user/today'
import { formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { Answer } from '@/ui/answer'
import { SmallForm, type SmallField, type SmallValues } from '@/ui/small-form'
import { amountOf, dayOf, sideOf, textOf, type AskedHeld } from './held-reasons'

interface HeldDialogProps {
  line: HeldLine
  as: AskedHeld
  isBusy: boolean
  refused: Partial<Record<string, string>>
  say: (decision: HeldDecision) => void
  close: () => void
  focusAfter: () => HTMLElement | null
  /** What went wrong. */
  children: ReactNode
}

/** Says of a line that waits which line it is, why it is left out, or what it says where no program can read it. */
export default function HeldDialog({ line, as, isBusy, refused, say, close, focusAfter, children }: HeldDialogProps) {
  const { t } = useLingui()
  const [amount, side, on] = [amountOf(line), sideOf(line), dayOf(line)]
  const day = on ? formatDay(on) : '–'
  const title = { known: t`Known as which line?`, entered: t`Enter by hand`, set_aside: t({ message: 'Set aside', context: 'action' }) }[as]
  const form = { label: title, currency: line.currency, refused, isBusy, busyText: t`Saving`, cancel: close }
  return (
    <Dialog.Root
      recipe={dialogSlotRecipe}
      open
      placement="center"
      size="lg"
      scrollBehavior="inside"
      finalFocusEl={focusAfter}
      onOpenChange={({ open }) => {
        if (!open) close()
      }}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>{title}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>
              <Stack gap="5" pb="4">
                <Dialog.Description overflowWrap="anywhere">
                  <Trans>{amount}, {side}, {day}</Trans>
                </Dialog.Description>
                {line.legible ? <Code display="block" whiteSpace="pre-wrap" overflowWrap="anywhere" maxH="48" overflowY="auto" p="2">{line.legible.raw}</Code> : null}
                {as === 'known' ? <Candidates line={line} isBusy={isBusy} say={say} close={close}>{children}</Candidates> : null}
                {as === 'set_aside' ? (
                  <SmallForm
                    {...form}
                    fields={[{ name: 'reason', kind: 'text', label: t`Why it is left out`, help: t`The line stays in the statement’s difference, with this reason.` }]}
                    action={title}
                    isDestructive
                    send={({ reason }) => { say({ as: 'set_aside', reason: String(reason) }) }}
                  >
                    {children}
                  </SmallForm>
                ) : null}
                {as === 'entered' ? <ByHand line={line} form={form} say={say}>{children}</ByHand> : null}
              </Stack>
            </Dialog.Body>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}

type Form = Pick<Parameters<typeof SmallForm>[0], 'label' | 'currency' | 'refused' | 'isBusy' | 'busyText' | 'cancel'>

const wordsOf = (value: string | number | null | undefined) => (value ? String(value).replace(/\s+/g, ' ') : null)

/** What was read is there already. */
function ByHand({ line, form, say, children }: { line: HeldLine; form: Form; say: HeldDialogProps['say']; children: ReactNode }) {
  const { t } = useLingui()
  const { legible } = line
  const today = useToday()
  const amount = legible?.amountMinor
  const fields: SmallField[] = [
    { name: 'on', kind: 'day', label: t`Booked on`, today, ...(legible?.on ? { initial: legible.on } : {}) },
    {
      name: 'direction',
      kind: 'choice',
      label: t`Direction`,
      options: [{ value: 'in', label: t`Money came in` }, { value: 'out', label: t`Money went out` }],
      // Where the file doesn’t say it, nothing is chosen.
      initial: { DBIT: 'out', CRDT: 'in' }[legible?.direction ?? ''] ?? '',
    },
    { name: 'amount', kind: 'money', label: t`Amount`, ...(amount ? { initial: Math.abs(amount) } : {}) },
    { name: 'name', kind: 'line', label: t`Payer or payee`, optional: true, initial: legible?.other.name ?? '' },
    { name: 'iban', kind: 'line', label: t`IBAN`, help: t`Leave it empty if the payer has no IBAN.`, optional: true, initial: legible?.other.iban ?? '' },
    { name: 'text', kind: 'text', label: t`Payment reference`, optional: true, initial: textOf(line) ?? '' },
  ]
  return (
    <SmallForm
      {...form}
      fields={fields}
      action={t`Count it`}
      send={({ on, direction, amount: entered, name, iban, text }: SmallValues) => {
        const sign = direction === 'out' ? -1 : 1
        const value = legible?.valueOn ?? String(on)
        say({ as: 'entered', on: String(on), valueOn: value, amount: sign * Number(entered), name: wordsOf(name), iban: wordsOf(iban)?.replace(/\s/g, '') ?? null, text: wordsOf(text) })
      }}
    >
      {children}
    </SmallForm>
  )
}

/** The lines that count and that it may be: one of them is named. */
function Candidates({ line, isBusy, say, close, children }: Pick<HeldDialogProps, 'line' | 'isBusy' | 'say' | 'close' | 'children'>) {
  const { t } = useLingui()
  const { data, error, refetch, isFetching } = useHeldCandidates(line.id)
  return (
    <>
      <Answer isThere={data !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Looking for lines like it`}>
        {data?.length ? (
          <Stack as="ul" listStyleType="none" gap="3" aria-label={t`Lines that it may be`}>
            {data.map((found) => {
              const name = found.other.name ?? (found.other.iban ? groupedIban(found.other.iban) : t`Unknown payer or payee`)
              const [amount, day] = [formatMoney(found.amount, found.currency), formatDay(found.on)]
              return (
                <HStack as="li" key={found.id} justify="space-between" align="start" gap="4" wrap="wrap">
                  <Box overflowWrap="anywhere" minW="0">
                    {name} · {amount}
                    <Text as="span" display="block" color="fg.muted">{day}{found.text ? ` · ${found.text}` : ''}</Text>
                  </Box>
                  <Button size="xs" variant="outline" disabled={isBusy} aria-label={t`It is this line: ${name} ${amount} ${day}`} onClick={() => { say({ as: 'known', knownAs: found.id }) }}>
                    <Trans>It is this line</Trans>
                  </Button>
                </HStack>
              )
            })}
          </Stack>
        ) : (
          <Text color="fg.muted"><Trans>No line of another statement has its amount and is near its day. It isn’t known.</Trans></Text>
        )}
      </Answer>
      {children}
      <Button variant="ghost" alignSelf="end" onClick={close}>
        <Trans>Cancel</Trans>
      </Button>
    </>
  )
}
