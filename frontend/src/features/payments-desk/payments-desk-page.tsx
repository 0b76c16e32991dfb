import { HStack, Skeleton, Stack } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { useOperatorMay } from '@/entities/operator/api'
import { NeedsRight } from '@/entities/operator/needs-right'
import { LooksOnly } from '@/entities/operator/looks-only'
import { useQuery } from '@/lib/navigation'
import { Extra } from '@/ui/extra'
import { LinkButton } from '@/ui/link-button'
import { MissingPart } from '@/ui/missing-part'
import { Page } from '@/ui/page'
import { Due } from './due'
import { Receipts } from './receipts'
import { addressOf, viewIn } from './views'

// Not each visit asks for these, and the screen is at its size.
const released = async () => ({ default: (await import('./ordered')).Released })
const sent = async () => ({ default: (await import('./ordered')).Sent })
const bankStatements = () => import('./bank-statements')
const statementLines = () => import('./statement-lines')
const enterReceipt = () => import('./enter-receipt')
const unexplained = async () => ({ default: (await import('./unexplained')).Unexplained })
const debtorCredits = async () => ({ default: (await import('./debtor-credits')).DebtorCredits })
const around = { meanwhile: <Skeleton height="20" data-loading />, instead: <MissingPart /> }

/** What the house pays and is paid. */
export default function PaymentsDeskPage() {
  const { t } = useLingui()
  const title = t({ message: 'Payments', context: 'office' })
  return (
    <NeedsRight title={title} right="read_payments">
      <Desk />
    </NeedsRight>
  )
}

function Desk() {
  const { t } = useLingui()
  const [query] = useQuery()
  const mayEnter = useOperatorMay('manage_payments')
  const asked = viewIn(query.get('show'))
  const view = asked === 'enter' && !mayEnter ? 'receipts' : asked
  const [receipt, statement] = [query.get('receipt'), query.get('statement')]
  const views = [
    { id: 'due', label: t({ message: 'Due', context: 'payouts' }) },
    { id: 'released', label: t({ message: 'Released', context: 'payouts' }) },
    { id: 'sent', label: t({ message: 'Executed', context: 'payouts' }) },
    { id: 'statements', label: t`Bank statements` },
    { id: 'unexplained', label: t`Unallocated receipts` },
    { id: 'receipts', label: t`All receipts` },
    { id: 'credits', label: t`Debtors with credit` },
    ...(mayEnter ? [{ id: 'enter', label: t`Enter receipt` } as const] : []),
  ] as const
  return (
    <Page title={t({ message: 'Payments', context: 'office' })} width="8xl" lead={t`Release payouts, import bank statements and allocate what came in.`}>
      <Stack gap="5">
        <HStack as="nav" aria-label={t`Payouts and receipts`} gap="2" wrap="wrap">
          {views.map(({ id, label }) => (
            <LinkButton key={id} to={addressOf(id)} size="sm" variant={view === id ? 'solid' : 'outline'} aria-current={view === id ? 'page' : undefined}>
              {label}
            </LinkButton>
          ))}
        </HStack>
        <LooksOnly right="manage_payments" />
        {view === 'due' ? <Due /> : null}
        {view === 'released' ? <Extra load={released} props={{}} {...around} /> : null}
        {view === 'sent' ? <Extra load={sent} props={{}} {...around} /> : null}
        {view === 'unexplained' ? <Extra load={unexplained} props={{ receipt }} {...around} /> : null}
        {view === 'receipts' ? <Receipts isUnexplained={false} /> : null}
        {view === 'credits' ? <Extra load={debtorCredits} props={{}} {...around} /> : null}
        {view === 'statements' && !statement ? <Extra load={bankStatements} props={{}} {...around} /> : null}
        {view === 'statements' && statement ? <Extra key={statement} load={statementLines} props={{ id: statement }} {...around} /> : null}
        {view === 'enter' ? <Extra load={enterReceipt} props={{}} {...around} /> : null}
      </Stack>
    </Page>
  )
}
