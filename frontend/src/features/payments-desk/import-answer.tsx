import { Button, HStack, Stack, VisuallyHidden } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { useOnReconnect } from '@/api/connection'
import { retryAt } from '@/api/errors'
import { isLost } from '@/api/reconnect'
import type { Payout } from '@/entities/payment/api'
import { MOST_ANSWER_BYTES, useImportAnswer } from '@/entities/payment/bank-answers'
import { houseRefusal } from '@/entities/receivable/house-refusals'
import { useAskBeforeLeaving } from '@/lib/leaving'
import { UploadIcon } from '@/ui/icons'
import { Notice } from '@/ui/notice'
import { Patience } from '@/ui/patience'
import { AnswerResult } from './answer-result'

/** Takes in what the bank answers to a batch, which its file names, and tells what came of it. */
export function ImportAnswer({ payouts }: { payouts: readonly Payout[] }) {
  const { t } = useLingui()
  const chooser = useRef<HTMLInputElement>(null)
  const { data, error, variables, isPending, mutate, reset } = useImportAnswer()
  const [tooLarge, setTooLarge] = useState<File | null>(null)
  useAskBeforeLeaving(isPending, t`What the bank’s answer changes`)
  useOnReconnect(() => {
    if (isLost(error) && variables) mutate(variables)
  })
  const take = (file: File | undefined) => {
    if (!file) return
    const isTooLarge = file.size > MOST_ANSWER_BYTES
    setTooLarge(isTooLarge ? file : null)
    if (isTooLarge) reset()
    else mutate({ file, key: crypto.randomUUID(), releasedAt: new Map(payouts.flatMap(({ released }) => (released?.batchId ? [[released.batchId, released.at]] : []))) })
  }
  const name = (tooLarge ?? variables?.file)?.name ?? ''
  const whyNot = tooLarge ? t`The file is too large. The maximum is 10 MB.` : error ? houseRefusal(error) : null
  return (
    <Stack gap="4">
      <HStack justify="flex-end">
        <Button variant="outline" size="sm" loading={isPending} loadingText={t`Importing`} onClick={() => { chooser.current?.click() }}>
          <UploadIcon width="4" height="4" /> <Trans>Import bank’s answer</Trans>
        </Button>
        <VisuallyHidden>
          <input
            ref={chooser}
            type="file"
            tabIndex={-1}
            accept=".xml"
            aria-label={t`Bank’s answer to import`}
            onChange={({ target }) => {
              take(target.files?.[0])
              // The same file can be chosen again.
              target.value = ''
            }}
          />
        </VisuallyHidden>
      </HStack>
      {data && variables ? <AnswerResult name={name} taken={data} releasedAt={variables.releasedAt.get(data.batchId)} /> : null}
      <Patience until={retryAt(error)} />
      {whyNot ? <Notice status="error" title={t`${name} wasn’t imported`}>{whyNot}</Notice> : null}
    </Stack>
  )
}
