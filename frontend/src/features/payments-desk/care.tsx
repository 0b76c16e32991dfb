import { Box, Button, HStack, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failure, fieldErrors, retryAt } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { useOperatorMay } from '@/entities/operator/api'
import { useNoteReceipt, useOwnReceipt, type NewNote, type Receipt } from '@/entities/payment/house'
import { besideFields } from '@/entities/receivable/house-refusals'
import { useMe } from '@/entities/user/me'
import { after } from '@/lib/after'
import { formatInstant } from '@/lib/dates'
import { Failure } from '@/ui/failure'
import { Panel, Section } from '@/ui/page'
import { SmallForm, type SmallField } from '@/ui/small-form'

/** Who looks after a receipt, and what was noted of it. */
export function Care({ receipt }: { receipt: Receipt }) {
  const { t } = useLingui()
  const may = useOperatorMay('manage_payments')
  const me = useMe().userDetails?.id
  const own = useOwnReceipt(receipt.id)
  const { owner, notes = [] } = receipt
  const isMine = Boolean(owner) && owner?.id === me
  return (
    <Section title={<Trans context="receipt">Notes</Trans>}>
      <HStack justify="space-between" gap="3" wrap="wrap">
        <Text>{owner ? (isMine ? t`You look after this.` : t`${owner.name} looks after this.`) : t`Nobody looks after this yet.`}</Text>
        {may ? (
          <Button variant="outline" size="sm" loading={own.isPending} onClick={() => { own.mutate(!isMine) }}>
            {isMine ? <Trans>Leave it to others</Trans> : <Trans>Look after it</Trans>}
          </Button>
        ) : null}
      </HStack>
      <Failure {...failure(own.error)} />
      {notes && notes.length > 0 ? (
        <Stack as="ul" listStyleType="none" gap="3" aria-label={t({ message: 'Notes', context: 'receipt' })}>
          {notes.map(({ text, by, at }) => (
            <Box as="li" key={`${at} ${text}`} minW="0">
              <Text overflowWrap="anywhere" whiteSpace="pre-wrap">{text}</Text>
              <Text textStyle="label" color="fg.muted">{[by?.name, formatInstant(at)].filter(Boolean).join(', ')}</Text>
            </Box>
          ))}
        </Stack>
      ) : null}
      {may ? <AddNote id={receipt.id} /> : null}
    </Section>
  )
}

function AddNote({ id }: { id: string }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const note = useNoteReceipt(useIdempotencyKey<NewNote>())
  const fields: SmallField[] = [{ name: 'text', kind: 'text', label: t({ message: 'Note', context: 'receipt' }) }]
  if (!isOpen) {
    return (
      <HStack>
        <Button variant="outline" size="sm" onClick={() => { setOpen(true) }}>
          <Trans>Add note</Trans>
        </Button>
      </HStack>
    )
  }
  const close = () => {
    note.reset()
    setOpen(false)
  }
  return (
    <Panel>
      <SmallForm
        label={t`Add note`}
        fields={fields}
        currency="EUR"
        refused={fieldErrors(note.error)}
        isBusy={note.isPending}
        busyText={t`Saving`}
        action={t`Add note`}
        send={({ text }) => { after(note.mutateAsync({ id, text: String(text) }), close) }}
        cancel={close}
      >
        <Failure sentence={besideFields(note.error, fields)} until={retryAt(note.error)} />
      </SmallForm>
    </Panel>
  )
}
