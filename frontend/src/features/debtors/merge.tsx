import { Box, Button, HStack, Stack, Text } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { ApiError, type Schemas } from '@/api/client'
import { failure, fieldErrors } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { useAlikeDebtors, useMergeDebtors, useMergeOutlook, type Debtor, type Merge } from '@/entities/debtor/api'
import { useFindDebtors } from '@/entities/debtor/find'
import { registerEntry } from '@/entities/debtor/labels'
import { MergeOutlook } from '@/entities/debtor/merge-outlook'
import { useAskBeforeLeaving } from '@/lib/leaving'
import { atMost, required } from '@/lib/schemas'
import { Answer } from '@/ui/answer'
import { Failure } from '@/ui/failure'
import { TextField } from '@/ui/fields'
import { MainAction } from '@/ui/main-action'
import { Notice } from '@/ui/notice'
import { Section } from '@/ui/page'

interface Candidate {
  id: string
  legalName: string
  legalEntity: string
}

interface MergeFormProps {
  debtor: Debtor
  cancel: () => void
  end: (waiting: Schemas['WaitingBody'] | null) => void
}

/** Merges a debtor into another one: first which, then what that comes to. */
export function MergeForm({ debtor, cancel, end }: MergeFormProps) {
  const { t } = useLingui()
  const [into, setInto] = useState<Candidate | null>(null)
  return (
    <Section title={t`Merge into another debtor`} lead={<Trans>Two debtors for one company have two limits, and an invoice could be sold twice. Merging can’t be undone.</Trans>}>
      {into ? (
        <Confirm
          debtor={debtor}
          into={into}
          back={() => {
            setInto(null)
          }}
          end={end}
        />
      ) : (
        <Choose debtor={debtor} choose={setInto} cancel={cancel} />
      )}
    </Section>
  )
}

function Choose({ debtor, choose, cancel }: { debtor: Debtor; choose: (into: Candidate) => void; cancel: () => void }) {
  const { t } = useLingui()
  const { register, control } = useForm({ defaultValues: { name: '' } })
  const name = useWatch({ control, name: 'name' }).trim()
  const alike = useAlikeDebtors(debtor.id)
  const found = useFindDebtors(name)
  const looksAlike = alike.data ?? []
  const known = new Set([debtor.id, ...looksAlike.map(({ id }) => id)])
  const others = name === '' ? [] : (found.data ?? []).filter(({ id, mergedInto }) => !known.has(id) && !mergedInto)
  return (
    <Stack gap="4">
      {alike.isError ? <Failure {...failure(alike.error)} /> : null}
      {looksAlike.length > 0 ? <Candidates label={t`Debtors that look like it`} candidates={looksAlike} choose={choose} /> : null}
      <TextField label={t`Find by name`} autoComplete="off" input={register('name')} />
      {others.length > 0 ? <Candidates label={t`Debtors found`} candidates={others} choose={choose} /> : null}
      {name !== '' && found.data && others.length === 0 ? (
        <Text color="fg.muted">
          <Trans>No other debtor has this in its name.</Trans>
        </Text>
      ) : null}
      <Box>
        <Button variant="ghost" onClick={cancel}>
          <Trans>Cancel</Trans>
        </Button>
      </Box>
    </Stack>
  )
}

function Candidates({ label, candidates, choose }: { label: string; candidates: Candidate[]; choose: (into: Candidate) => void }) {
  const { t } = useLingui()
  return (
    <Stack as="ul" listStyleType="none" gap="2" aria-label={label}>
      {candidates.map((candidate) => (
        <li key={candidate.id}>
          <HStack justify="space-between" wrap="wrap" p="3" borderWidth="1px" borderRadius="l2">
            <Box minW="0" flex="1 1 14rem">
              <Text overflowWrap="anywhere">{candidate.legalName}</Text>
              <Text color="fg.muted" fontSize="sm" overflowWrap="anywhere">
                {registerEntry(candidate.legalEntity)}
              </Text>
            </Box>
            <Button
              size="sm"
              variant="outline"
              aria-label={t`Merge into it: ${candidate.legalName}`}
              onClick={() => {
                choose(candidate)
              }}
            >
              <Trans>Merge into it</Trans>
            </Button>
          </HStack>
        </li>
      ))}
    </Stack>
  )
}

const schema = z.object({ note: z.string().check(z.trim(), z.minLength(1, required), atMost(2000)) })

interface Values {
  note: string
}

function Confirm({ debtor, into, back, end }: { debtor: Debtor; into: Candidate; back: () => void; end: (waiting: Schemas['WaitingBody'] | null) => void }) {
  const { t } = useLingui()
  const { register, handleSubmit, setError, formState } = useForm<Values>({ resolver: zodResolver(schema), defaultValues: { note: '' } })
  useAskBeforeLeaving(formState.isDirty, t`Merge debtors`)
  const outlook = useMergeOutlook(debtor.id, into.id)
  const merge = useMergeDebtors(useIdempotencyKey<Merge>())
  const { data } = outlook
  const isPossible = data !== undefined && data.soldOnBoth.length === 0
  const isStale = merge.error instanceof ApiError && merge.error.problem?.code === 'stale_version'
  const send = handleSubmit(async ({ note }) => {
    if (!data) return
    try {
      end(await merge.mutateAsync({ id: debtor.id, into: into.id, version: data.gone.version, intoVersion: data.stays.version, note }))
    } catch (error) {
      const { note: message } = fieldErrors(error)
      if (message) setError('note', { message }, { shouldFocus: true })
      // What changed meanwhile is read again.
      void outlook.refetch()
    }
  })
  return (
    <Answer isThere={data !== undefined} failed={failure(outlook.error)} again={() => void outlook.refetch()} isAsking={outlook.isFetching} loading={t`Comparing the debtors`}>
      <Stack gap="4">
        {data ? <MergeOutlook outlook={data} /> : null}
        {isStale ? (
          <Notice status="warning" title={t`One of the debtors changed`}>
            <Trans>Check what is shown now, and send it again.</Trans>
          </Notice>
        ) : merge.isError ? (
          <Failure {...failure(merge.error)} />
        ) : null}
        <TextField label={t`Reason`} autoComplete="off" input={register('note')} error={formState.errors.note?.message} />
        <HStack wrap="wrap">
          <MainAction loading={merge.isPending} disabled={!isPossible} onClick={() => void send()}>
            <Trans>Propose merging</Trans>
          </MainAction>
          <Button variant="ghost" disabled={merge.isPending} onClick={back}>
            <Trans>Choose another debtor</Trans>
          </Button>
        </HStack>
      </Stack>
    </Answer>
  )
}
