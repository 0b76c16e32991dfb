import { Button, HStack, Skeleton, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { failure } from '@/api/errors'
import { AnswerList } from '@/entities/application/answer-list'
import { answerGroups } from '@/entities/application/answers'
import type { Application } from '@/entities/application/api'
import { WhoCan } from '@/entities/team/who-can'
import { after } from '@/lib/after'
import { formatInstant } from '@/lib/dates'
import { useNextFrame } from '@/lib/use-next-frame'
import { Contact } from '@/ui/contact'
import { Failure } from '@/ui/failure'
import { Notice } from '@/ui/notice'
import { Panel, Section } from '@/ui/page'
import { toast } from '@/ui/toasts'
import { ChangeAccount } from './change-account'
import { sumsOf, useBankAccount, useWithdrawChange, type PayeeAccount } from './api'

/** What of an account is said, as in the form. */
function answersOf(form: Application['form'], bankAccount: PayeeAccount['bankAccount']) {
  return answerGroups({ ...form, bankAccount }).at(-1)?.answers ?? []
}

/** Where the company is paid, and what is to take its place. */
export function BankAccount({ form }: { form: Application['form'] }) {
  const { t } = useLingui()
  const { data: account, error } = useBankAccount()
  const [isChanging, setChanging] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const nextFrame = useNextFrame()
  const close = () => {
    setChanging(false)
    nextFrame(() => button.current?.focus())
  }
  return (
    <Section title={<Trans>Bank account</Trans>} lead={<Trans>We pay to this account.</Trans>}>
      {error ? <Failure {...failure(error)} /> : null}
      {!account && !error ? <Skeleton h="16" data-loading /> : null}
      {account ? (
        <>
          <AnswerList answers={answersOf(form, account.bankAccount)} />
          {account.waiting ? <Waiting form={form} waiting={account.waiting} due={account.due} /> : null}
          <WhoCan right="change_bank_account" />
          {account.mayChange && !account.waiting && !isChanging ? (
            <Button
              ref={button}
              variant="outline"
              alignSelf="flex-start"
              onClick={() => {
                setChanging(true)
              }}
            >
              <Trans>Change bank account</Trans>
            </Button>
          ) : null}
          {isChanging ? (
            <ChangeAccount
              country={form.company.country ?? ''}
              now={account.bankAccount}
              due={account.due}
              close={close}
              done={(waits) => {
                setChanging(false)
                toast.success(waits ? t`Sent for approval` : t`Bank account changed`)
              }}
            />
          ) : null}
        </>
      ) : null}
    </Section>
  )
}

interface WaitingProps {
  form: Application['form']
  waiting: NonNullable<PayeeAccount['waiting']>
  due: PayeeAccount['due']
}

function Waiting({ form, waiting: { approval, bankAccount, isYours }, due }: WaitingProps) {
  const { t } = useLingui()
  const sums = sumsOf(due)
  const withdraw = useWithdrawChange()
  const until = formatInstant(approval.expiresAt)
  return (
    <Panel>
      <Stack gap="3" role="group" aria-label={t`Waiting for approval`}>
        <Notice status="info" title={t`A new bank account is waiting for approval`}>
          {sums ? <Trans>We’re checking it and have told all owners. {sums} due to you waits until then. The request expires on {until}.</Trans> : <Trans>We’re checking it and have told all owners. Payouts wait until then. The request expires on {until}.</Trans>}
        </Notice>
        <AnswerList answers={answersOf(form, bankAccount)} />
        <Failure {...failure(withdraw.error)} />
        {isYours ? (
          <HStack>
            <Button
              variant="outline"
              loading={withdraw.isPending}
              onClick={() => {
                after(withdraw.mutateAsync(approval.id), () => { toast.success(t`Change withdrawn`) })
              }}
            >
              <Trans>Withdraw change</Trans>
            </Button>
          </HStack>
        ) : (
          <Text color="fg.muted" textStyle="label">
            <Trans>Another owner requested this. Not agreed? Talk to them and <Contact>contact us</Contact>.</Trans>
          </Text>
        )}
      </Stack>
    </Panel>
  )
}
