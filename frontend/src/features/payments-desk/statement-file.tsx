import { Box, Button, HStack, Stack, Text } from '@chakra-ui/react'
import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ApiError } from '@/api/client'
import { isCancelled, retryAt, sentence } from '@/api/errors'
import { isLost } from '@/api/reconnect'
import { isCutShort, takenNow, type StatementFile } from '@/entities/payment/statement-import'
import type { BankStatement } from '@/entities/payment/statements'
import { formatMoney } from '@/lib/money'
import { formatNumber } from '@/lib/numbers'
import { Notice } from '@/ui/notice'
import { Patience } from '@/ui/patience'
import { ProgressBar } from '@/ui/progress-bar'
import { ImportResult } from './import-result'

interface StatementFileProps {
  file: StatementFile
  statements: readonly BankStatement[]
  again: () => void
  forget: () => void
}

/** How far a file has come, or what came of it. */
export function StatementFileNews({ file, statements, again, forget }: StatementFileProps) {
  const { t } = useLingui()
  const { name } = file.file
  return (
    <Stack as="section" gap="2" aria-label={name}>
      {file.state === 'waiting' ? <Text color="fg.muted" overflowWrap="anywhere">{t`${name} is next`}</Text> : null}
      {file.state === 'sending' ? <Sending file={file} statement={takenNow(statements, file.before)} /> : null}
      {file.came ? <ImportResult name={name} came={file.came} /> : null}
      {file.state === 'failed' ? (
        <>
          <Patience until={retryAt(file.error)} />
          <Notice status="error" title={isCutShort(file) && !isCancelled(file.error) ? t`${name} isn’t completely imported` : t`${name} wasn’t imported`}>{whyNot(file)}</Notice>
        </>
      ) : null}
      {file.state === 'done' || file.state === 'failed' ? (
        <HStack gap="2">
          {isCutShort(file) ? (
            <Button variant="outline" size="sm" aria-label={t`Send again: ${name}`} onClick={again}>
              <Trans>Send again</Trans>
            </Button>
          ) : null}
          <Button variant="ghost" size="sm" aria-label={t`Dismiss ${name}`} onClick={forget}>
            <Trans>Dismiss</Trans>
          </Button>
        </HStack>
      ) : null}
    </Stack>
  )
}

/** First it goes up; then the server takes entry after entry. */
function Sending({ file: { file, share }, statement }: { file: StatementFile; statement: BankStatement | undefined }) {
  const { t } = useLingui()
  const { name } = file
  const part = statement ? statement.taken / Math.max(1, statement.lines) : share
  const [taken, lines] = statement ? [formatNumber(statement.taken), formatNumber(statement.lines)] : ['', '']
  return (
    <Box>
      <Text role="status" overflowWrap="anywhere" mb="2">{t`Importing ${name}`}</Text>
      <ProgressBar label={statement ? t`Entries of ${name}` : t`Upload of ${name}`} percent={Math.round(part * 100)} />
      <Text color="fg.muted" textStyle="label" mt="1" fontVariantNumeric="tabular-nums">
        {statement ? <Trans>{taken} of {lines} entries</Trans> : share < 1 ? <Trans>Uploading</Trans> : <Trans>Reading the file</Trans>}
      </Text>
      <Text color="fg.muted" textStyle="label"><Trans>You can leave this page. Keep this tab open.</Trans></Text>
    </Box>
  )
}

/** Why a file was not taken; of what can be sent again also that nothing counts twice by it. */
function whyNot(file: StatementFile): string {
  if (isCancelled(file.error)) return t`You didn’t confirm the import. Send the file again to be asked again.`
  const code = file.error instanceof ApiError ? file.error.problem?.code : undefined
  if (file.isTooLarge || code === 'file_too_large' || code === 'body_too_large') return t`The file is too large. The maximum is 32 MB.`
  const { charset, differs, fieldCodes } = (file.error instanceof ApiError ? file.error.problem : undefined) ?? {}
  const wrong = fieldCodes?.file?.find(({ code }) => code === 'letters_wrong')?.params?.line
  if (charset && typeof wrong === 'number') {
    const line = formatNumber(wrong)
    return t`The file says that it is written in ${charset}, but line ${line} isn’t. Open the file in a text editor and save it as UTF-8, or ask your bank for UTF-8.`
  }
  if (charset) return t`The file says that it is written in ${charset}, which isn’t read. Ask your bank for UTF-8.`
  if (differs) {
    const amount = formatMoney(differs.amount, differs.currency)
    return [sentence(file.error), t`Its difference from the closing balance is ${amount}.`].join(' ')
  }
  if (!isCutShort(file)) return sentence(file.error)
  const why = isLost(file.error) ? t`The connection was lost.` : sentence(file.error)
  return [why, t`Send the file again: that completes it, and no entry counts twice.`].join(' ')
}
