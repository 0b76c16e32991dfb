import { Button } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { failure } from '@/api/errors'
import { accountKinds, type AccountKind } from '@/entities/ledger/accounts'
import { accountKindOf, useAccounts, type Balance } from '@/entities/ledger/api'
import { accountPath } from '@/entities/ledger/paths'
import { nameText, useNames } from '@/entities/name/api'
import { NeedsRight } from '@/entities/operator/needs-right'
import { useParams } from '@/lib/navigation'
import { paths } from '@/lib/paths'
import { Answer } from '@/ui/answer'
import { Empty } from '@/ui/empty'
import { BookIcon } from '@/ui/icons'
import { Page } from '@/ui/page'
import { Table, type Column } from '@/ui/table'
import { TextLink } from '@/ui/text-link'
import { useSides } from './amounts'
import { AsOf, asOf, useDay } from './as-of'

/** The accounts of one kind. */
export default function AccountsPage() {
  const { t } = useLingui()
  const kind = accountKindOf(useParams<{ kind: string }>().kind)
  return (
    <NeedsRight title={t`Ledger`} right="read_ledger">
      {kind ? (
        <Accounts kind={kind} />
      ) : (
        <Page title={t`Ledger`}>
          <Empty as="h2" icon={<BookIcon />} title={t`There are no such accounts`}>
            <TextLink to={paths.ledger}>
              <Trans>Go to the trial balance</Trans>
            </TextLink>
          </Empty>
        </Page>
      )}
    </NeedsRight>
  )
}

function Accounts({ kind }: { kind: AccountKind }) {
  const { t } = useLingui()
  const on = useDay()
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage } = useAccounts(kind, on)
  const accounts = data?.pages.flatMap((page) => page.data) ?? []
  const names = useNames(accounts.map(({ owner }) => owner.id))
  const sides = useSides<Balance>(({ currency }) => currency)
  const label = accountKinds.labelOf(kind)
  const nameOf = ({ owner, currency, accountId }: Balance) => {
    if (!owner.id) return `${label} ${currency}`
    const name = names.get(owner.id)
    return name ? nameText(name) : accountId
  }
  const columns: Column<Balance>[] = [{ id: 'account', label: t({ message: 'Account', context: 'ledger' }), cell: nameOf }, { id: 'currency', label: t`Currency`, cell: ({ currency }) => currency }, ...sides]
  return (
    <Page title={label} lead={<TextLink to={asOf(paths.ledger, on)}>{t`Ledger`}</TextLink>} width="8xl">
      <AsOf />
      <Answer isThere={data !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading accounts`}>
        {accounts.length === 0 ? (
          <Empty as="h2" icon={<BookIcon />} title={on ? t`No account of this kind held anything then` : t`No account of this kind holds anything`} />
        ) : (
          <Table label={label} rows={accounts} columns={columns} keyOf={({ accountId }) => accountId} nameOf={nameOf} to={({ accountId }) => asOf(accountPath(kind, accountId), on)} />
        )}
        {hasNextPage ? (
          <Button variant="outline" alignSelf="center" loading={isFetching} onClick={() => void fetchNextPage()}>
            <Trans>Load more</Trans>
          </Button>
        ) : null}
      </Answer>
    </Page>
  )
}
