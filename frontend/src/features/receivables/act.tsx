import { Button, Heading, HStack, Stack, Text } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Schemas } from '@/api/client'
import { fieldErrors, isCancelled, outcomeOf, retryAt } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { isLost, sentenceBeforeAgain, useAgainWhenBack } from '@/api/reconnect'
import { Awaits } from '@/entities/approval/awaits'
import { Pending } from '@/entities/approval/pending'
import { LooksOnly } from '@/entities/operator/looks-only'
import { useActOnReceivable, type Examined, type HouseAction, type HouseRequest } from '@/entities/receivable/house'
import { lossCauses } from '@/entities/receivable/house-labels'
import { houseRefusal } from '@/entities/receivable/house-refusals'
import { newestText } from '@/entities/receivable/newest'
import { after } from '@/lib/after'
import { text } from '@/lib/i18n'
import { formatMoney } from '@/lib/money'
import { Failure } from '@/ui/failure'
import { Extra } from '@/ui/extra'
import { MainAction } from '@/ui/main-action'
import { MissingPart } from '@/ui/missing-part'
import { Notice } from '@/ui/notice'
import { Panel } from '@/ui/page'
import { SmallForm, type SmallValues } from '@/ui/small-form'
import { toast } from '@/ui/toasts'
import { bodyOf, houseActions } from './actions'

// Seldom needed, and the screen is at its size.
const exceedingDialog = () => import('./exceeding-dialog')

/** What can be done about a receivable now, and the form of what is being done. */
export function Act({ receivable }: { receivable: Examined }) {
  const { t } = useLingui()
  const { id, allowedActions, currency } = receivable
  const idempotency = useIdempotencyKey<HouseRequest>()
  const act = useActOnReceivable(idempotency)
  const [doing, setDoing] = useState<HouseAction | null>(null)
  const [waiting, setWaiting] = useState<Schemas['WaitingBody'] | null>(null)
  const [exceeding, setExceeding] = useState<{ request: HouseRequest; confirmed: number } | null>(null)
  const send = (request: HouseRequest) => {
    after(act.mutateAsync(request), (answer) => {
      const done = houseActions.find(request.action)?.done
      setDoing(null)
      if ('waiting' in answer) setWaiting(answer.waiting)
      else if (done) toast.success(text(done))
    })
  }
  useAgainWhenBack(act.error, () => {
    if (act.variables) send(act.variables)
  })
  const open = (action: HouseAction) => {
    act.reset()
    setWaiting(null)
    setDoing(action)
  }
  // Newer servers allow what this version has no form for.
  const offered = houseActions.codes.filter((action) => allowedActions.includes(action))
  const now = doing && allowedActions.includes(doing) ? houseActions.find(doing) : undefined
  const refused = fieldErrors(act.error)
  const shown = now && doing ? now.fields(receivable) : []
  // What was refused of a field that is not asked for is told above the button.
  const besides = Object.entries(refused).flatMap(([field, sentence]) => (shown.some(({ name }) => name === field) ? [] : [sentence]))
  const isAtFields = Object.keys(refused).length > besides.length && besides.length === 0
  const said = act.error && !isCancelled(act.error) && !isAtFields ? (isLost(act.error) ? sentenceBeforeAgain(act.error) : besides.length > 0 ? besides.join(' ') : houseRefusal(act.error)) : undefined
  const label = now ? text(now.label) : ''
  const submit = (action: HouseAction) => (values: SmallValues) => {
    const request = { id, action, body: bodyOf(action, receivable, values) }
    const confirmed = action === 'verify' ? Number(values.amount) : 0
    // The debtor may have spoken of another invoice.
    if (confirmed > receivable.figures.face) setExceeding({ request, confirmed })
    else send(request)
  }
  return (
    <Stack gap="4">
      {waiting ? <Awaits waiting={waiting} /> : <Pending about={id} />}
      <LooksOnly right="manage_receivables" />
      {exceeding ? (
        <Extra
          load={exceedingDialog}
          props={{
            confirmed: exceeding.confirmed,
            receivable,
            confirm: () => {
              send(exceeding.request)
              setExceeding(null)
            },
            close: () => { setExceeding(null) },
          }}
          instead={<MissingPart />}
        />
      ) : null}
      {now && doing ? (
        <Panel>
          <Stack gap="4">
            <Stack gap="1">
              <Heading as="h2" textStyle="section">{label}</Heading>
              <Text color="fg.muted">{text(now.does)}</Text>
              {doing === 'write_off' ? <WrittenOff receivable={receivable} /> : null}
              <WouldEnd receivable={receivable} action={doing} />
              {doing === 'undo' && receivable.newest ? <Text fontWeight="medium">{newestText(receivable.newest, currency)}</Text> : null}
            </Stack>
            <SmallForm
              key={doing}
              label={label}
              fields={shown}
              currency={currency}
              refused={refused}
              isBusy={act.isPending}
              busyText={text(now.busy)}
              action={label}
              isDestructive={now.isDestructive ?? false}
              send={submit(doing)}
              cancel={() => {
                act.reset()
                setDoing(null)
              }}
            >
              {said && outcomeOf(act.error) === 'unknown' && !isLost(act.error) ? (
                <Notice status="warning">{t`We don’t know whether this was done. Send it again unchanged: it can’t count twice.`}</Notice>
              ) : (
                <Failure sentence={said} until={retryAt(act.error)} />
              )}
            </SmallForm>
          </Stack>
        </Panel>
      ) : offered.length > 0 ? (
        <HStack wrap="wrap" gap="2" role="group" aria-label={t`What you can do`}>
          {offered.map((action) => {
            const { label: name, isDestructive } = houseActions.find(action) ?? {}
            if (!name) return null
            const click = () => {
              open(action)
            }
            if (action === 'verify' && receivable.status === 'submitted') return <MainAction key={action} size="sm" onClick={click}>{text(name)}</MainAction>
            return (
              <Button key={action} size="sm" variant="outline" {...(isDestructive ? { colorPalette: 'red' } : {})} onClick={click}>
                {text(name)}
              </Button>
            )
          })}
        </HStack>
      ) : null}
    </Stack>
  )
}

/** What would be written off. */
function WrittenOff({ receivable: { position, currency } }: { receivable: Examined }) {
  if (!position) return null
  const open = formatMoney(position.open, currency)
  return <Text fontWeight="medium"><Trans>{open} is open and would be written off.</Trans></Text>
}

/** What an end would mean for the seller and for us, before it is there. */
function WouldEnd({ receivable: { wouldEnd, currency }, action }: { receivable: Examined; action: HouseAction }) {
  const ends = wouldEnd.filter((one) => one.action === action)
  const [first] = ends
  if (!first) return null
  const isOne = ends.every(({ toSeller, sellerOwes, loss }) => toSeller === first.toSeller && sellerOwes === first.sellerOwes && loss === first.loss)
  return (
    <Stack gap="1">
      {(isOne ? [first] : ends).map((end) => (
        <End key={end.cause ?? ''} end={end} currency={currency} cause={isOne || !end.cause ? undefined : lossCauses.find(end.cause)} />
      ))}
    </Stack>
  )
}

function End({ end, currency, cause }: { end: Examined['wouldEnd'][number]; currency: string; cause: MessageDescriptor | undefined }) {
  const [gets, owes, loss] = [end.toSeller, end.sellerOwes, end.loss].map((amount) => formatMoney(amount, currency))
  return (
    <Text fontWeight="medium">
      {cause ? <>{text(cause)}: </> : null}
      {end.sellerOwes > 0 ? <Trans>The seller would owe us {owes}.</Trans> : <Trans>The seller would still get {gets}.</Trans>}
      {' '}
      {end.loss > 0 ? <Trans>Our loss would be {loss}.</Trans> : <Trans>We would have no loss.</Trans>}
    </Text>
  )
}
