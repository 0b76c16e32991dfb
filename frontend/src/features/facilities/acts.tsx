import { Box, Button, HStack, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ApiError } from '@/api/client'
import { fieldErrors, retryAt } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { sentenceBeforeAgain, useAgainWhenBack } from '@/api/reconnect'
import type { Facility } from '@/entities/facility/api'
import { useAct, type Act } from '@/entities/facility/house'
import { houseActs, type HouseAction } from '@/entities/facility/house-labels'
import { text } from '@/lib/i18n'
import { useAskBeforeLeaving } from '@/lib/leaving'
import { Failure } from '@/ui/failure'
import { Labelled } from '@/ui/fields'
import { Panel } from '@/ui/page'
import { TextArea } from '@/ui/text-area'
import { toast } from '@/ui/toasts'

const LONGEST_NOTE = 2000

interface ActsProps {
  facility: Facility
  /** Reads it again: a colleague was faster. */
  refresh: () => void
}

/** What can be done with an agreement as it stands. */
export function Acts({ facility, refresh }: ActsProps) {
  const [chosen, setChosen] = useState<HouseAction | null>(null)
  // Whoever changes their mind finds the focus where it was.
  const [left, setLeft] = useState<HouseAction | null>(null)
  const possible = houseActs.codes.filter((action) => facility.allowedActions.includes(action))
  if (chosen) {
    return (
      <Asked
        key={chosen}
        facility={facility}
        action={chosen}
        refresh={refresh}
        leave={() => {
          setChosen(null)
          setLeft(chosen)
        }}
      />
    )
  }
  if (possible.length === 0) return null
  return (
    <HStack wrap="wrap" gap="2">
      {possible.map((action) => (
        <Button
          key={action}
          size="sm"
          variant="outline"
          {...(action === 'resume' ? {} : { colorPalette: 'red' })}
          autoFocus={action === left}
          onClick={() => {
            setChosen(action)
          }}
        >
          {houseActs.labelOf(action)}
        </Button>
      ))}
    </HStack>
  )
}

interface AskedProps extends ActsProps {
  action: HouseAction
  leave: () => void
}

/** Says what follows from it before it is done, and asks why. */
function Asked({ facility: { id, version }, action, refresh, leave }: AskedProps) {
  const { t } = useLingui()
  const act = useAct(useIdempotencyKey<Act>())
  const [note, setNote] = useState('')
  useAskBeforeLeaving(note.trim() !== '', t`Note`)
  const texts = houseActs.find(action)
  const send = () => {
    void act.mutateAsync({ id, action, version, note: note.trim() || null }).then(
      () => {
        if (texts) toast.success(text(texts.done))
        leave()
      },
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 409) refresh()
      },
    )
  }
  useAgainWhenBack(act.error, send)
  if (!texts) return null
  const question = text(texts.question)
  const { note: wrong } = fieldErrors(act.error)
  return (
    <Panel>
      <Stack gap="4" role="group" aria-label={question}>
        <Box>
          <Text fontWeight="medium">{question}</Text>
          <Text color="fg.muted">{text(texts.effect)}</Text>
        </Box>
        <Labelled label={t`Note`} optional help={t`Colleagues can read it in the audit trail.`} error={wrong}>
          <TextArea
            rows={3}
            maxLength={LONGEST_NOTE}
            value={note}
            onChange={(event) => {
              setNote(event.target.value)
            }}
          />
        </Labelled>
        {act.isError && !wrong ? <Failure sentence={sentenceBeforeAgain(act.error)} until={retryAt(act.error)} /> : null}
        <HStack wrap="wrap">
          <Button variant="outline" {...(action === 'resume' ? {} : { colorPalette: 'red' })} loading={act.isPending} onClick={send}>
            {houseActs.labelOf(action)}
          </Button>
          <Button variant="ghost" autoFocus onClick={leave}>
            <Trans>Cancel</Trans>
          </Button>
        </HStack>
      </Stack>
    </Panel>
  )
}
