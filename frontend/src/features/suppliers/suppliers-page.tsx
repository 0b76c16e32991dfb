import { Box, Button, HStack, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failure } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { NotNew } from '@/entities/facility/not-new'
import { useProgrammes } from '@/entities/programme/payables'
import { enrolments, enrolledWithout, supplierWaits, useRemoveSupplier, useSuppliers, type SeenSupplier, type Supplier } from '@/entities/programme/suppliers'
import { useMay } from '@/entities/team/rights'
import { WhoCan } from '@/entities/team/who-can'
import { after as then } from '@/lib/after'
import { countryName } from '@/lib/country-name'
import { text } from '@/lib/i18n'
import { useQuery } from '@/lib/navigation'
import { paths } from '@/lib/paths'
import { Answer } from '@/ui/answer'
import { CodeBadge } from '@/ui/code-badge'
import { Empty } from '@/ui/empty'
import { Failure } from '@/ui/failure'
import { InboxIcon } from '@/ui/icons'
import { LinkButton } from '@/ui/link-button'
import { MainAction } from '@/ui/main-action'
import { Page } from '@/ui/page'
import { Question } from '@/ui/question'
import { toast } from '@/ui/toasts'
import { InviteAgain, InviteSupplier } from './invite'

/** The suppliers that can be paid early, or could once they have joined. */
export default function SuppliersPage() {
  const { t } = useLingui()
  const [query] = useQuery()
  const after = query.get('after')
  const { data, error, refetch, isFetching } = useSuppliers(after)
  const mayManage = useMay('manage_suppliers')
  const programmes = useProgrammes().data
  const isPaying = programmes?.some(({ status }) => status === 'active') ?? true
  const [isInviting, setInviting] = useState(false)
  return (
    <Page
      title={t`Suppliers`}
      width="8xl"
      lead={t`Invite suppliers so that they can be paid early for what you approve.`}
      actions={
        mayManage && !isInviting ? (
          <>
            <LinkButton to={`${paths.suppliers}/import`} variant="outline">
              <Trans>Import</Trans>
            </LinkButton>
            <MainAction
              onClick={() => {
                setInviting(true)
              }}
            >
              <Trans>Invite supplier</Trans>
            </MainAction>
          </>
        ) : null
      }
    >
      <Stack gap="4">
        <WhoCan right="manage_suppliers" />
        <NotNew kind="reverse_factoring" />
        {isInviting ? (
          <InviteSupplier
            close={() => {
              setInviting(false)
            }}
          />
        ) : null}
        <Answer isThere={data !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading suppliers`}>
          {data && data.data.length > 0 ? (
            <Stack as="ul" listStyleType="none" gap="0" aria-label={t`Suppliers`}>
              {data.data.map((supplier) => (
                <Row key={supplier.id} supplier={supplier} mayManage={mayManage} isPaying={isPaying} />
              ))}
            </Stack>
          ) : (
            <Empty as="h2" icon={<InboxIcon />} title={after ? <Trans>No more suppliers</Trans> : <Trans>No suppliers yet</Trans>}>
              <Trans>Suppliers you invite will be here, with what each one waits for.</Trans>
            </Empty>
          )}
        </Answer>
        <HStack justify="flex-end" wrap="wrap">
          {after ? (
            <LinkButton to={paths.suppliers} variant="outline" size="sm">
              <Trans>Go to first page</Trans>
            </LinkButton>
          ) : null}
          {data?.next ? (
            <LinkButton to={`${paths.suppliers}?after=${data.next}`} variant="outline" size="sm">
              <Trans>Next page</Trans>
            </LinkButton>
          ) : null}
        </HStack>
      </Stack>
    </Page>
  )
}

interface RowProps {
  supplier: Supplier
  mayManage: boolean
  /** Whether a programme of the company takes anything new. */
  isPaying: boolean
}

function Row({ supplier, mayManage, isPaying }: RowProps) {
  const { t } = useLingui()
  const [doing, setDoing] = useState<'invite' | 'remove' | null>(null)
  const idempotency = useIdempotencyKey<SeenSupplier>()
  const remove = useRemoveSupplier(idempotency)
  const { id, version, legalName, country, registrationNumber, email, enrolment, waitsFor } = supplier
  const isOut = enrolment === 'left'
  // Once the company that was named has joined, it needs no link.
  const takesLink = isOut || enrolment === 'invited' || enrolment === 'other_company' || waitsFor === 'join'
  const waits = waitsFor && !isOut ? supplierWaits.find(waitsFor) : undefined
  const places = isPaying || enrolment !== 'enrolled' ? enrolments : enrolledWithout
  const standing = waits ?? places.find(enrolment)
  const stop = () => {
    remove.reset()
    setDoing(null)
  }
  return (
    <Box as="li" py="4" borderTopWidth="1px" borderColor="border">
      <HStack justify="space-between" align="flex-start" wrap="wrap" gap="3">
        <Box minW="0" flex="1 1 18rem">
          <HStack wrap="wrap" gap="2">
            <Text overflowWrap="anywhere">{legalName}</Text>
            {waitsFor && !isOut ? <CodeBadge labels={supplierWaits} code={waitsFor} /> : <CodeBadge labels={places} code={enrolment} />}
          </HStack>
          <Text textStyle="label" color="fg.muted" overflowWrap="anywhere">
            {[countryName(country), registrationNumber, email].filter(Boolean).join(' · ')}
          </Text>
          {standing ? <Text textStyle="label">{text(standing.means)}</Text> : null}
        </Box>
        {mayManage && doing === null ? (
          <HStack gap="2" wrap="wrap">
            {takesLink ? (
              <Button size="sm" variant="outline" aria-label={t`Invite again: ${legalName}`} onClick={() => { setDoing('invite') }}>
                <Trans>Invite again</Trans>
              </Button>
            ) : null}
            {isOut ? null : (
              <Button size="sm" variant="outline" aria-label={t`Remove ${legalName}`} onClick={() => { setDoing('remove') }}>
                <Trans>Remove</Trans>
              </Button>
            )}
          </HStack>
        ) : null}
      </HStack>
      {doing === 'invite' ? <InviteAgain supplier={supplier} close={stop} /> : null}
      {doing === 'remove' ? (
        <Stack gap="2" mt="3">
          <Question
            question={t`Remove ${legalName}? Nothing new can be paid early. What was paid early stays as it is.`}
            yes={<Trans>Remove</Trans>}
            no={<Trans>Keep</Trans>}
            isBusy={remove.isPending}
            confirm={() => {
              then(remove.mutateAsync({ id, version }), () => {
                setDoing(null)
                toast.success(t`${legalName} was removed`)
              })
            }}
            leave={stop}
          />
          <Failure {...failure(remove.error)} />
        </Stack>
      ) : null}
    </Box>
  )
}
