import { Button, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { fieldErrors, retryAt } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { sentenceBeforeAgain, useAgainWhenBack } from '@/api/reconnect'
import { termValue } from '@/entities/facility/fields'
import { useChangeRate, type ProgrammeSupplier, type SupplierRate as Rate } from '@/entities/programme/house-suppliers'
import { after } from '@/lib/after'
import { formatInstant } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { Failure } from '@/ui/failure'
import { Panel } from '@/ui/page'
import { SmallForm, type SmallField } from '@/ui/small-form'
import { TextLink } from '@/ui/text-link'
import { toast } from '@/ui/toasts'

/** What a supplier is to be priced at instead, or the way to propose that. */
export function SupplierRate({ supplier }: { supplier: ProgrammeSupplier }) {
  const { proposedRate, mayChangeRate } = supplier
  if (proposedRate) return <Waiting proposed={proposedRate} />
  return mayChangeRate ? <Change supplier={supplier} /> : null
}

function Waiting({ proposed: { discountRate, expiresAt } }: { proposed: NonNullable<ProgrammeSupplier['proposedRate']> }) {
  const rate = typeof discountRate === 'number' ? termValue('discountRate', discountRate, null) : null
  const until = formatInstant(expiresAt)
  return (
    <Text textStyle="label" mt="1">
      {rate ? (
        <Trans>Waiting for a second person until {until}: {rate}.</Trans>
      ) : (
        <Trans>Waiting for a second person until {until}: the programme’s rate again.</Trans>
      )}{' '}
      <TextLink to={paths.approvals}>
        <Trans>Go to approvals</Trans>
      </TextLink>
    </Text>
  )
}

function Change({ supplier: { id, version, name, discountRate } }: { supplier: ProgrammeSupplier }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const change = useChangeRate(useIdempotencyKey<Rate>())
  const send = (rate: Rate) => {
    after(change.mutateAsync(rate), (waiting) => {
      setOpen(false)
      toast.success(waiting ? t`Proposed. A colleague has to approve it.` : t`Rate changed`)
    })
  }
  useAgainWhenBack(change.error, () => {
    if (change.variables) send(change.variables)
  })
  if (!isOpen) {
    return (
      <Button size="sm" variant="outline" mt="2" aria-label={t`Change rate: ${name}`} onClick={() => { setOpen(true) }}>
        <Trans>Change rate</Trans>
      </Button>
    )
  }
  const fields: SmallField[] = [
    { name: 'discountRate', kind: 'percent', label: t`Own rate in per cent a year`, optional: true, help: t`Leave it empty for the programme’s rate.`, ...(typeof discountRate === 'number' ? { initial: discountRate } : {}) },
    { name: 'note', kind: 'text', label: t`Reason`, help: t`Colleagues can read it in the audit trail.` },
  ]
  const refused = fieldErrors(change.error, (field) => field === 'discountRate')
  const isAtField = fields.some((field) => refused[field.name] !== undefined)
  return (
    <Panel>
      <SmallForm
        label={t`Change the rate of ${name}`}
        fields={fields}
        currency="EUR"
        refused={refused}
        isBusy={change.isPending}
        busyText={t`Proposing`}
        action={<Trans>Change rate</Trans>}
        send={(values) => {
          send({ id, version, discountRate: values.discountRate === null ? null : Number(values.discountRate), note: String(values.note) })
        }}
        cancel={() => {
          change.reset()
          setOpen(false)
        }}
      >
        <Text color="fg.muted">
          <Trans>It applies to what the supplier sells from then on. What was sold keeps its price.</Trans>
        </Text>
        {change.isError && !isAtField ? <Failure sentence={sentenceBeforeAgain(change.error)} until={retryAt(change.error)} /> : null}
      </SmallForm>
    </Panel>
  )
}
