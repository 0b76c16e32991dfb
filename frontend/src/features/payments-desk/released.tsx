import { Button, Stack, Text } from '@chakra-ui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schemas } from '@/api/client'
import { failure, retryAt } from '@/api/errors'
import { fileAnswer } from '@/api/file'
import { useOperatorMay } from '@/entities/operator/api'
import type { Payout } from '@/entities/payment/api'
import { usePayouts } from '@/entities/payment/house'
import { payoutsKey } from '@/entities/payment/keys'
import { houseRefusal } from '@/entities/receivable/house-refusals'
import { formatInstant } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { receivablePath } from '@/lib/paths'
import { save } from '@/lib/save-file'
import { Answer } from '@/ui/answer'
import { Empty } from '@/ui/empty'
import { Extra } from '@/ui/extra'
import { Failure } from '@/ui/failure'
import { DownloadIcon, MoneyIcon } from '@/ui/icons'
import { MissingPart } from '@/ui/missing-part'
import { Notice } from '@/ui/notice'
import { Panel, Section } from '@/ui/page'
import { Table, type Column } from '@/ui/table'
import { Executed } from './bank-answer'
import { usePayoutColumns } from './columns'
import { PayoutsCsv } from './download'
import { ImportAnswer } from './import-answer'

// Few payouts come back, and the screen is at its size.
const returnedDialog = () => import('./returned-dialog')

/** What was released and the bank has not answered for, by batch. */
export function Released() {
  const { t } = useLingui()
  const may = useOperatorMay('manage_payments')
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage } = usePayouts({ status: 'released' })
  const payouts = data?.pages.flatMap((page) => page.data) ?? []
  const batches = [...new Set(payouts.map(({ released }) => released?.batchId ?? ''))]
  const known = new Map(data?.pages.flatMap((page) => page.batches ?? []).map((batch) => [batch.id, batch]))
  return (
    <>
      {may ? <ImportAnswer payouts={payouts} /> : null}
      <Answer isThere={data !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading payouts`}>
        {payouts.length === 0 ? (
          <Empty as="h2" icon={<MoneyIcon />} title={<Trans>Nothing waits for the bank</Trans>}>
            <Trans>Released payouts stay here until they are executed or returned.</Trans>
          </Empty>
        ) : (
          <Stack gap="8">
            {batches.map((batch) => (
              <Batch key={batch} id={batch} known={known.get(batch)} payouts={payouts.filter(({ released }) => (released?.batchId ?? '') === batch)} />
            ))}
          </Stack>
        )}
        {hasNextPage ? (
          <Button variant="outline" alignSelf="center" loading={isFetching} onClick={() => void fetchNextPage()}>
            <Trans>Load more</Trans>
          </Button>
        ) : null}
        {payouts.length > 0 ? <PayoutsCsv status="released" /> : null}
      </Answer>
    </>
  )
}

function Batch({ id, known, payouts }: { id: string; known: Schemas['PayoutBatchBody'] | undefined; payouts: Payout[] }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const may = useOperatorMay('manage_payments')
  const at = payouts[0]?.released?.at
  const when = at ? formatInstant(at) : ''
  const number = known?.number ?? '–'
  const queryClient = useQueryClient()
  const download = useMutation({
    mutationFn: async (currency: string) => {
      const answer = await fileAnswer(`/operator/payouts/batches/${id}/file?currency=${currency}`)
      save(await answer.blob(), `payouts-${id.replaceAll('-', '')}-${currency}.xml`)
      return answer.headers.get('left-out')?.split(',') ?? []
    },
    // The first one to fetch it is told then.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: payoutsKey }),
  })
  return (
    <Section
      title={<Trans>Batch {number}, {when}</Trans>}
      lead={known ? <BatchSums sums={known.sums} /> : null}
      actions={
        may && id && !isOpen ? (
          <>
            {(known?.sums ?? []).map(({ currency }) => (
              <Button
                key={currency}
                variant="outline"
                size="sm"
                aria-label={t`Bank file (${currency}) of batch ${number}`}
                loading={download.isPending && download.variables === currency}
                onClick={() => { download.mutate(currency) }}
              >
                <DownloadIcon width="4" height="4" /> <Trans>Bank file ({currency})</Trans>
              </Button>
            ))}
            <Button variant="outline" size="sm" aria-label={t`Mark as executed: batch ${number}`} onClick={() => { setOpen(true) }}>
              <Trans>Mark as executed</Trans>
            </Button>
          </>
        ) : null
      }
    >
      <Failure sentence={download.error ? houseRefusal(download.error) : undefined} until={retryAt(download.error)} />
      <LeftOut payouts={payouts.filter((payout) => download.data?.includes(payout.id))} />
      {isOpen ? <Panel><Executed id={id} close={() => { setOpen(false) }} /></Panel> : null}
      {known?.files.length ? <Fetched files={known.files} /> : null}
      <PayoutTable label={t`Payouts of batch ${number}`} payouts={payouts} />
    </Section>
  )
}

/** What the whole batch pays, and what of it waits for the bank, however many of its payouts are listed so far. */
function BatchSums({ sums }: Pick<Schemas['PayoutBatchBody'], 'sums'>) {
  const add = (figure: 'payouts' | 'waiting') => sums.reduce((all, sum) => all + sum[figure], 0)
  const inAll = (figure: 'net' | 'waitingNet') => sums.map((sum) => formatMoney(sum[figure], sum.currency)).join(', ')
  const [net, waitingNet, waiting, payouts] = [inAll('net'), inAll('waitingNet'), add('waiting'), add('payouts')]
  if (waiting === payouts) return <Plural value={payouts} one={`# payout: ${net}`} other={`# payouts: ${net}`} />
  return (
    <>
      <Plural value={payouts} one={`# payout: ${net}`} other={`# payouts: ${net}`} />
      {' · '}
      <Plural value={waiting} one={`# of them, ${waitingNet}, waits for the bank`} other={`# of them, ${waitingNet}, wait for the bank`} />
    </>
  )
}

/** What the file that was downloaded does not order. */
function LeftOut({ payouts }: { payouts: Payout[] }) {
  const { t } = useLingui()
  const { nameOf } = usePayoutColumns(payouts)
  if (payouts.length === 0) return null
  return (
    <Notice status="warning" title={t`Not in the bank file`}>
      <Trans>Banks can’t carry the name or the account number of these payees. Order these payouts by hand. Mark the batch as executed once for the file, and once more for them.</Trans>
      <Stack as="ul" listStyleType="disc" ps="5" mt="2" gap="1">
        {payouts.map((payout) => <li key={payout.id}>{nameOf(payout)}</li>)}
      </Stack>
    </Notice>
  )
}

/** Which files of a batch somebody has: what is sent to the bank twice is paid twice. */
function Fetched({ files }: { files: Schemas['FetchedFileBody'][] }) {
  const { t } = useLingui()
  return files.map(({ currency, firstAt, by }) => {
    const [when, who] = [formatInstant(firstAt), by ?? t`a former colleague`]
    return <Text key={currency} color="fg.muted"><Trans>Bank file ({currency}) first downloaded on {when} by {who}.</Trans></Text>
  })
}

/** Payouts the bank has, each of which may come back. */
export function PayoutTable({ label, payouts, more = [] }: { label: string; payouts: Payout[]; more?: Column<Payout>[] }) {
  const { t } = useLingui()
  const may = useOperatorMay('manage_payments')
  // As it was when it was chosen: the list is read again behind the dialog.
  const [returning, setReturning] = useState<Payout | null>(null)
  const { payee, purpose, account, answer, setOff, amount, nameOf, aboutOf } = usePayoutColumns(payouts)
  // Not every bank answers.
  const isAnswered = payouts.some(({ bankAnswer }) => bankAnswer)
  const back: Column<Payout> = {
    id: 'back',
    label: t`Returned by the bank`,
    cell: (payout) => {
      const name = nameOf(payout)
      return payout.status === 'released' || payout.status === 'executed' ? (
        <Button size="xs" variant="ghost" aria-label={t`Mark as returned: ${name}`} onClick={() => { setReturning(payout) }}>
          <Trans>Mark as returned</Trans>
        </Button>
      ) : null
    },
    isBlank: ({ status }) => status !== 'released' && status !== 'executed',
  }
  return (
    <Stack gap="4">
      {returning ? <Extra load={returnedDialog} props={{ id: returning.id, name: nameOf(returning), about: aboutOf(returning), close: () => { setReturning(null) } }} instead={<MissingPart />} /> : null}
      <Table
        label={label}
        rows={payouts}
        columns={[payee, purpose, account, ...more, ...(isAnswered ? [answer] : []), setOff, amount, ...(may ? [back] : [])]}
        keyOf={({ id }) => id}
        nameOf={nameOf}
        to={({ receivableId }) => (receivableId ? receivablePath(receivableId) : null)}
      />
    </Stack>
  )
}
