import { Button, HStack, Stack, Text, VisuallyHidden } from '@chakra-ui/react'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import type { Schemas } from '@/api/client'
import { useOnReconnect } from '@/api/connection'
import { isLost } from '@/api/reconnect'
import { isCutShort, useImportStatements, useStatementFiles, type StatementFile } from '@/entities/payment/statement-import'
import type { BankStatement } from '@/entities/payment/statements'
import { useAskBeforeClosing } from '@/lib/leaving'
import { DropArea } from '@/ui/drop-area'
import { MainAction } from '@/ui/main-action'
import { Section } from '@/ui/page'
import { ImportResult } from './import-result'
import { StatementFileNews } from './statement-file'

/** Of how many files each is told by itself. */
const MOST_BOXES = 3

/** What came of all of these. */
function sumOf(files: readonly StatementFile[]): Schemas['ImportedFileBody'] {
  const all = files.flatMap(({ came }) => came ?? [])
  const sum = (of: (one: Schemas['ImportedFileBody']) => number) => all.reduce((total, one) => total + of(one), 0)
  return {
    imported: sum(({ imported }) => imported),
    repeated: sum(({ repeated }) => repeated),
    matched: sum(({ matched }) => matched),
    suggested: sum(({ suggested }) => suggested),
    suspense: sum(({ suspense }) => suspense),
    open: sum(({ open }) => open),
    perhaps: sum(({ perhaps }) => perhaps),
    setAside: sum(({ setAside }) => setAside),
    skipped: [...new Set(all.flatMap(({ skipped }) => skipped))],
    statements: all.flatMap(({ statements: of }) => of),
  }
}

/** Takes in files of the bank, and tells what came of each. */
export function ImportStatements({ statements }: { statements: readonly BankStatement[] }) {
  const { t } = useLingui()
  const chooser = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const files = useStatementFiles()
  const { add, again, forget } = useImportStatements()
  const done = files.filter(({ state }) => state === 'done')
  // Many boxes of figures tell less than one with their sum.
  const isOne = done.length > MOST_BOXES
  const together = plural(done.length, { one: '# file', other: '# files' })
  useAskBeforeClosing(files.some(({ state }) => state === 'sending' || state === 'waiting'))
  useOnReconnect(() => {
    if (files.some((one) => isCutShort(one) && isLost(one.error))) again()
  })
  return (
    <Section title={<Trans>Import bank statements</Trans>}>
      <DropArea take={add}>
        <Text><Trans>Drop the bank’s files here, or choose them.</Trans></Text>
        <Text color="fg.muted" textStyle="label">
          <Trans>camt.053 (.xml), also several at once. Maximum 10,000 entries and 32 MB per file. An entry counts once, however often you import it.</Trans>
        </Text>
        <MainAction ref={button} onClick={() => { chooser.current?.click() }}>
          <Trans>Choose files</Trans>
        </MainAction>
        <VisuallyHidden>
          <input
            ref={chooser}
            type="file"
            multiple
            tabIndex={-1}
            accept=".xml"
            aria-label={t`Bank statements to import`}
            onChange={({ target }) => {
              add([...(target.files ?? [])])
              // The same file can be chosen again.
              target.value = ''
            }}
          />
        </VisuallyHidden>
      </DropArea>
      {files.length > 0 ? (
        <Stack gap="3">
          {isOne ? (
            <Stack as="section" gap="2" aria-label={together}>
              <ImportResult name={together} came={sumOf(done)} />
              <HStack>
                <Button
                  variant="ghost"
                  size="sm"
                  aria-label={t`Dismiss ${together}`}
                  onClick={() => {
                    for (const { id } of done) forget(id)
                    button.current?.focus()
                  }}
                >
                  <Trans>Dismiss</Trans>
                </Button>
              </HStack>
            </Stack>
          ) : null}
          {files.filter((one) => !isOne || !done.includes(one)).map((one) => (
            <StatementFileNews
              key={one.id}
              file={one}
              statements={statements}
              again={() => {
                again()
                button.current?.focus()
              }}
              forget={() => {
                forget(one.id)
                button.current?.focus()
              }}
            />
          ))}
        </Stack>
      ) : null}
    </Section>
  )
}
