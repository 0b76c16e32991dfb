import { Stack, Text } from '@chakra-ui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ApiError, type Schemas } from '@/api/client'
import { retryAt, sentence } from '@/api/errors'
import { formatDay } from '@/lib/dates'
import { CardPage } from '@/ui/card-page'
import { Contact } from '@/ui/contact'
import { Failure } from '@/ui/failure'
import { Notice } from '@/ui/notice'
import { Panel } from '@/ui/page'
import { SmallForm } from '@/ui/small-form'
import { useCheck } from './api'

const LETTERS = 16

const lettersIn = (code: string) => code.match(/[a-z\d]/gi)?.length ?? 0

/** Where whoever got a letter finds out that the house wrote it. */
export default function CheckPage() {
  const { t } = useLingui()
  const check = useCheck()
  const [typed, setTyped] = useState('')
  // Whoever left something out is told so; nobody is to think that a letter is false.
  const isIncomplete = typed !== '' && lettersIn(typed) !== LETTERS
  const isUnknown = !isIncomplete && check.error instanceof ApiError && check.error.problem?.code === 'link_invalid'
  return (
    <CardPage title={t`Is this letter genuine?`} lead={t`Enter the check code at the foot of the letter.`}>
      <Panel>
        <SmallForm
          label={t`Check a letter`}
          fields={[{ name: 'code', kind: 'line', label: t`Check code`, most: 40, help: t`16 letters and digits, such as 7K2M-9QXC-4T8B-RDZ5` }]}
          currency="EUR"
          refused={isIncomplete ? { code: t`A check code has 16 letters and digits.` } : {}}
          send={({ code }) => {
            setTyped(String(code))
            check.reset()
            if (lettersIn(String(code)) === LETTERS) check.mutate(String(code))
          }}
          isBusy={check.isPending}
          busyText={t`Checking`}
          action={t`Check`}
        >
          {isUnknown ? null : <Failure sentence={check.error ? sentence(check.error) : undefined} until={retryAt(check.error)} />}
        </SmallForm>
      </Panel>
      {isUnknown ? (
        <Notice status="error" title={t`We wrote no letter with this code`}>
          <Trans>Compare the code once more. If it is right, don’t pay to the account in the letter, and <Contact>ask us</Contact>.</Trans>
        </Notice>
      ) : null}
      {check.data && !check.isPending ? <Genuine letter={check.data} /> : null}
    </CardPage>
  )
}

function Genuine({ letter: { kind, madeOn, house, debtor, claims, accounts } }: { letter: Schemas['CheckedLetterBody'] }) {
  const { t } = useLingui()
  const [on, ends] = [formatDay(madeOn), accounts.join(', ')]
  return (
    <Notice status="success" title={house ? t`Yes, ${house} wrote this letter` : t`Yes, we wrote this letter`}>
      <Stack gap="1">
        <Text>{kind === 'release' ? <Trans>Release of claims of {on}, to {debtor}.</Trans> : <Trans>Notice of assignment of {on}, to {debtor}.</Trans>}</Text>
        <Text><Plural value={claims} one="It lists # invoice." other="It lists # invoices." /></Text>
        {accounts.length > 0 ? <Text><Trans>It says to pay to an account whose IBAN ends with {ends}.</Trans></Text> : null}
        <Text><Trans>Does your letter say something else? Then don’t pay, and <Contact>ask us</Contact>.</Trans></Text>
      </Stack>
    </Notice>
  )
}
