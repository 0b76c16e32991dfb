import { Box, Button, HStack, Skeleton, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { ApiError } from '@/api/client'
import { failure, sentence } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { useApprovals, type Ruling } from '@/entities/approval/api'
import { approvalTitle, type Approval } from '@/entities/approval/labels'
import { useMyPlace } from '@/entities/operator/api'
import { NeedsRight } from '@/entities/operator/needs-right'
import { useQuery } from '@/lib/navigation'
import { paths } from '@/lib/paths'
import { useNextFrame } from '@/lib/use-next-frame'
import { Empty } from '@/ui/empty'
import { Failure } from '@/ui/failure'
import { ApproveIcon } from '@/ui/icons'
import { useListKeys } from '@/ui/keys'
import { LinkButton } from '@/ui/link-button'
import { MainLink } from '@/ui/main-action'
import { Notice } from '@/ui/notice'
import { Page } from '@/ui/page'
import { ApprovalItem } from './approval-item'
import { RulingDialog } from './ruling-dialog'

export default function ApprovalsPage() {
  const { t } = useLingui()
  return (
    <NeedsRight title={t`Approvals`}>
      <Inbox />
    </NeedsRight>
  )
}

interface News {
  status: 'success' | 'warning' | 'error'
  title: string
  text: string
}

/** What the list has that nobody can do any more is told at its head, for it may be gone from the list. */
const TOLD = ['approval_closed', 'stale_version', 'four_eyes', 'forbidden', 'own_company', 'last_admin', 'not_found']

function Inbox() {
  const { t } = useLingui()
  const [query] = useQuery()
  const isEnded = query.get('ended') === '1'
  const { rights } = useMyPlace()
  const { data, error, refetch, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage } = useApprovals(isEnded, rights.length > 0)
  const [news, setNews] = useState<News | null>(null)
  const head = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useListKeys(list)
  // Not in the item: a colleague may be faster, and then it leaves the list while one reads what it would do.
  const [open, setOpen] = useState<{ approval: Approval; verdict: Ruling['verdict'] } | null>(null)
  const opener = useRef<HTMLElement | null>(null)
  const nextFrame = useNextFrame()
  // Outlives the dialog: what is decided again after closing it, because nobody knew the outcome, keeps its key.
  const idempotency = useIdempotencyKey<Ruling>()
  const approvals = data?.pages.flatMap(({ data: found }) => found) ?? []
  const tell = (what: News) => {
    setNews(what)
    // What had the focus may be gone with what it was about.
    nextFrame(() => {
      head.current?.focus()
    })
  }
  const failed = (problem: unknown) => {
    const found = problem instanceof ApiError ? problem.problem : null
    if (!found || !TOLD.includes(found.code)) return false
    const people = (found.people ?? []).map(({ name }) => name).join(', ')
    const explained: Partial<Record<string, string>> = {
      approval_closed: t`It was decided or withdrawn, or has expired. The list shows what is left.`,
      stale_version: t`What this was based on has changed. It has to be proposed again.`,
      four_eyes: people ? t`You proposed this, so another person has to approve it. Who can: ${people}.` : sentence(problem),
      not_found: t`It was decided or withdrawn, or has expired. The list shows what is left.`,
    }
    tell({ status: 'warning', title: t`Your decision wasn’t saved`, text: explained[found.code] ?? sentence(problem) })
    return true
  }
  const failedToWithdraw = (problem: unknown) => {
    if (!failed(problem)) tell({ status: 'error', title: t`Not withdrawn`, text: sentence(problem) })
    return true
  }
  const ended = (approval: Approval) => {
    const title = approvalTitle(approval)
    const said: Partial<Record<Approval['state'], string>> = {
      approved: approval.action === 'propose_terms' ? t`Approved. The terms take effect once the company accepts them.` : t({ message: 'Approved and in effect.', context: 'approval' }),
      refused: t`Refused. Nothing changed.`,
      withdrawn: t`Withdrawn. Nothing changed.`,
    }
    tell({ status: 'success', title, text: said[approval.state] ?? t`This is decided.` })
  }
  const views = [
    { id: 'waiting', label: t({ message: 'Waiting', context: 'approval' }), to: paths.approvals, isNow: !isEnded },
    { id: 'decided', label: t({ message: 'Decided', context: 'approval' }), to: `${paths.approvals}?ended=1`, isNow: isEnded },
  ]
  if (error instanceof ApiError && error.problem?.code === 'second_factor_missing') return <NeedsSecondFactor />
  return (
    <Page title={t`Approvals`} lead={<Trans>Changes that take two people: one proposes, another approves.</Trans>}>
      <Stack gap="4">
        <HStack as="nav" aria-label={t`Filter by state`} gap="2" wrap="wrap">
          {views.map(({ id, label, to, isNow }) => (
            <LinkButton key={id} to={to} size="sm" variant={isNow ? 'solid' : 'outline'} aria-current={isNow ? 'page' : undefined}>
              {label}
            </LinkButton>
          ))}
        </HStack>
        <Box ref={head} tabIndex={-1} outline="none">
          {news ? (
            <Notice status={news.status} title={news.title}>
              {news.text}
            </Notice>
          ) : null}
        </Box>
        {error ? (
          <Stack gap="3" align="flex-start">
            <Failure {...failure(error)} />
            <Button variant="outline" loading={isFetching} onClick={() => void refetch()}>
              <Trans>Try again</Trans>
            </Button>
          </Stack>
        ) : null}
        {!data && !error ? (
          <Stack gap="2" role="status" aria-label={t`Loading approvals`} data-loading>
            {[1, 2, 3].map((row) => (
              <Skeleton key={row} height="32" />
            ))}
          </Stack>
        ) : null}
        {data && approvals.length === 0 ? (
          isEnded ? (
            <Empty as="h2" icon={<ApproveIcon />} title={t`Nothing decided yet`}>
              <Trans>Changes come here once they are approved, refused, withdrawn or expired.</Trans>
            </Empty>
          ) : (
            <Empty as="h2" icon={<ApproveIcon />} title={t`Nothing is waiting for approval`}>
              <Trans>What takes two people comes here: payouts, limits, terms, roles, bank accounts and what is taken back.</Trans>
            </Empty>
          )
        ) : null}
        {approvals.length > 0 ? (
          <Stack as="ul" ref={list} listStyleType="none" gap="0" borderBottomWidth="1px" aria-label={t`Proposed changes`}>
            {approvals.map((approval) => (
              <ApprovalItem
                key={approval.id}
                approval={approval}
                begun={() => {
                  setNews(null)
                }}
                ended={ended}
                failed={approval.allowedActions.includes('withdraw') ? failedToWithdraw : failed}
                decide={(verdict, button) => {
                  opener.current = button
                  setNews(null)
                  setOpen({ approval, verdict })
                }}
              />
            ))}
          </Stack>
        ) : null}
        {open ? (
          <RulingDialog
            {...open}
            idempotency={idempotency}
            focusAfter={() => (head.current?.hasChildNodes() ? head.current : opener.current)}
            close={() => {
              setOpen(null)
            }}
            decided={(approval) => {
              ended(approval)
              setOpen(null)
            }}
            failed={failed}
          />
        ) : null}
        {hasNextPage ? (
          <Button variant="outline" alignSelf="flex-start" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            <Trans>Load more</Trans>
          </Button>
        ) : null}
      </Stack>
    </Page>
  )
}

/** Where the second factor is compulsory and this operator has none. */
function NeedsSecondFactor() {
  const { t } = useLingui()
  return (
    <Page title={t`Approvals`}>
      <Stack gap="4">
        <Text>
          <Trans>Turn on two-factor sign-in first. You need it in the back office.</Trans>
        </Text>
        <MainLink to={paths.security} alignSelf="flex-start">
          <Trans>Turn on two-factor sign-in</Trans>
        </MainLink>
      </Stack>
    </Page>
  )
}
