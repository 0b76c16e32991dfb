import { Box, Button, HStack, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { failure, fieldErrors, isCancelled, retryAt, sentence } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { automaticModes, useAutomaticPreview, useLeaveProgramme, usePlaces, useSetAutomatic, type Automatic, type AutomaticMode, type SetAutomatic, type SupplierPlace } from '@/entities/programme/places'
import { useMay } from '@/entities/team/rights'
import { WhoCan } from '@/entities/team/who-can'
import { after } from '@/lib/after'
import { amountHint } from '@/lib/amount-hint'
import { currencyOptions, editMoney, formatMoney, parseMoney } from '@/lib/money'
import { useDelayed } from '@/lib/use-delayed'
import { Failure } from '@/ui/failure'
import { Labelled } from '@/ui/fields'
import { Input } from '@/ui/input'
import { Panel, Section } from '@/ui/page'
import { Question } from '@/ui/question'
import { Segments } from '@/ui/segments'
import { Select } from '@/ui/select-field'
import { toast } from '@/ui/toasts'

/** The programmes the company is a supplier in, and which of its invoices are paid early by themselves; nothing where it is in none. */
export function EarlyPayment({ isApproved }: { isApproved: boolean }) {
  const { t } = useLingui()
  const { data } = usePlaces(isApproved)
  const places = (data ?? []).filter(({ enrolment }) => enrolment !== 'left')
  if (places.length === 0) return null
  return (
    <Section title={<Trans>Automatic early payment</Trans>} lead={<Trans>Let us pay your approved invoices early at the end of each day, without asking you each time.</Trans>}>
      <WhoCan right="accept_offers" />
      <Stack as="ul" listStyleType="none" gap="0" aria-label={t`Automatic early payment`}>
        {places.map((place) => (
          <Place key={place.id} place={place} />
        ))}
      </Stack>
    </Section>
  )
}

function Place({ place }: { place: SupplierPlace }) {
  const { t } = useLingui()
  const [doing, setDoing] = useState<'change' | 'leave' | null>(null)
  const idempotency = useIdempotencyKey<{ id: string; version: number }>()
  const leave = useLeaveProgramme(idempotency)
  const may = useMay('accept_offers')
  const { id, version, automatic, automaticAbove } = place
  const buyer = place.buyerName ?? t`Your customer`
  const from = automaticAbove ? formatMoney(automaticAbove.amount, automaticAbove.currency) : ''
  const stop = () => {
    leave.reset()
    setDoing(null)
  }
  return (
    <Box as="li" py="3" borderTopWidth="1px" borderColor="border">
      <HStack justify="space-between" align="flex-start" wrap="wrap" gap="3">
        <Box minW="0" flex="1 1 14rem">
          <Text overflowWrap="anywhere">{buyer}</Text>
          <Text textStyle="label" color="fg.muted">
            {automatic === 'above' && from ? t`Automatic from ${from}` : automaticModes.labelOf(automatic)}
          </Text>
        </Box>
        {may && doing === null ? (
          <HStack gap="2" wrap="wrap">
            <Button size="sm" variant="outline" aria-label={t`Change automatic payment by ${buyer}`} onClick={() => { setDoing('change') }}>
              <Trans>Change</Trans>
            </Button>
            <Button size="sm" variant="outline" aria-label={t`Leave the programme of ${buyer}`} onClick={() => { setDoing('leave') }}>
              <Trans>Leave</Trans>
            </Button>
          </HStack>
        ) : null}
      </HStack>
      {doing === 'change' ? <Change place={place} close={stop} /> : null}
      {doing === 'leave' ? (
        <Stack gap="2" mt="3">
          <Question
            question={t`Leave the programme of ${buyer}? Nothing new is paid early. What was paid early stays as it is.`}
            yes={<Trans>Leave programme</Trans>}
            no={<Trans>Stay</Trans>}
            isBusy={leave.isPending}
            confirm={() => {
              after(leave.mutateAsync({ id, version }), () => {
                toast.success(t`You left the programme of ${buyer}`)
              })
            }}
            leave={stop}
          />
          <Failure {...failure(leave.error)} />
        </Stack>
      ) : null}
    </Box>
  )
}

/** A pause in typing. */
const ASK_AFTER_MS = 400

/** Says which invoices are paid early by themselves, with what that would have cost before it counts. */
function Change({ place: { id, version, automatic, automaticAbove }, close }: { place: SupplierPlace; close: () => void }) {
  const { t } = useLingui()
  const idempotency = useIdempotencyKey<SetAutomatic>()
  const save = useSetAutomatic(idempotency)
  const [mode, setMode] = useState<AutomaticMode>(automatic)
  const [currency, setCurrency] = useState(automaticAbove?.currency ?? 'EUR')
  const [typed, setTyped] = useState(automaticAbove ? editMoney(automaticAbove.amount, automaticAbove.currency) : '')
  const [wasSent, setSent] = useState(false)
  const amount = parseMoney(typed, currency)
  const isWrong = mode === 'above' && (amount === null || amount <= 0)
  const settled = useDelayed(typed, ASK_AFTER_MS)
  const asked = parseMoney(settled, currency)
  const refused = Object.values(fieldErrors(save.error)).join(' ')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (isWrong) return
    const above = mode === 'above' && amount !== null ? { amount, currency } : null
    after(save.mutateAsync({ id, version, mode, above }), () => {
      toast.success(mode === 'off' ? t`Automatic early payment is off` : t`Automatic early payment saved`)
      close()
    })
  }
  return (
    <Box mt="3">
      <Panel>
        <form onSubmit={submit} noValidate aria-label={t`Automatic early payment`}>
          <Stack gap="4" maxW="2xl">
            <Segments label={t`Which invoices are paid early`} options={automaticModes.options()} value={mode} choose={setMode} />
            {mode === 'above' ? (
              <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
                <Labelled label={t`From this amount`} error={wasSent && isWrong ? amountHint(typed, currency) : undefined}>
                  <Input
                    money={currency}
                    isCurrencyBeside
                    value={typed}
                    onChange={(event) => {
                      setTyped(event.target.value)
                    }}
                  />
                </Labelled>
                <Labelled label={t`Currency`}>
                  <Select
                    options={currencyOptions}
                    value={currency}
                    onChange={(event) => {
                      setCurrency(event.target.value)
                    }}
                  />
                </Labelled>
              </SimpleGrid>
            ) : null}
            <Preview id={id} automatic={{ mode, above: asked !== null && asked > 0 ? { amount: asked, currency } : null }} />
            <Failure sentence={save.error && !isCancelled(save.error) ? refused || sentence(save.error) : undefined} until={retryAt(save.error)} />
            <HStack gap="2" wrap="wrap">
              <Button type="submit" loading={save.isPending} loadingText={t`Saving`}>
                <Trans>Save</Trans>
              </Button>
              <Button variant="outline" disabled={save.isPending} onClick={close}>
                <Trans>Cancel</Trans>
              </Button>
            </HStack>
          </Stack>
        </form>
      </Panel>
    </Box>
  )
}

/** What it would have come to in the last 30 days. */
function Preview({ id, automatic }: { id: string; automatic: Automatic }) {
  const { data, error } = useAutomaticPreview(id, automatic)
  if (automatic.mode === 'off') {
    return (
      <Text textStyle="label" color="fg.muted">
        <Trans>You decide on each invoice yourself.</Trans>
      </Text>
    )
  }
  if (error) return <Failure {...failure(error)} />
  const some = (data ?? []).filter(({ payables }) => payables > 0)
  return (
    <Box role="status" textStyle="label">
      {data && some.length === 0 ? <Trans>In the last 30 days this would have paid nothing early.</Trans> : null}
      {some.map(({ currency, ...sums }) => (
        <Text key={currency}>
          <Sums currency={currency} {...sums} />
        </Text>
      ))}
    </Box>
  )
}

function Sums({ currency, payables, face, cost, payout }: { currency: string; payables: number; face: number; cost: number; payout: number }) {
  const [total, price, got] = [face, cost, payout].map((minor) => formatMoney(minor, currency))
  const count = plural(payables, { one: '# invoice', other: '# invoices' })
  return <Trans>In the last 30 days: {count} of {total} in all. It would have cost {price}, and you would have received {got}.</Trans>
}
