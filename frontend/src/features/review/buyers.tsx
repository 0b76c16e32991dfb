import { Box, Button, HStack, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { failure } from '@/api/errors'
import { buyerFacts } from '@/entities/buyer/facts'
import { buyerStatuses } from '@/entities/buyer/statuses'
import { useNames } from '@/entities/name/api'
import { debtorPath } from '@/lib/paths'
import { CodeBadge } from '@/ui/code-badge'
import { Failure } from '@/ui/failure'
import { Question } from '@/ui/question'
import { TextLink } from '@/ui/text-link'
import { isStale, isUndecided, useDecideBuyer, type Buyer, type Case, type Picked } from './api'
import { CorrectDebtor, WhichDebtor } from './which-debtor'

/** The buyers of the seller: each is approved or declined by itself. */
export function ReviewBuyers({ found, failed }: { found: Case; failed: (error: unknown) => boolean }) {
  const { t } = useLingui()
  const may = found.allowedActions.includes('decide_buyers')
  const names = useNames(found.buyers.map(({ debtorId }) => debtorId))
  return (
    <Stack gap="3">
      <Text color="fg.muted" fontSize="sm">
        {may ? t`Only invoices to approved buyers can be financed. You can change this later.` : t`You can decide on buyers while the application is under review and after it is approved.`}
      </Text>
      <Stack as="ul" listStyleType="none" gap="3" aria-label={t`Buyers`}>
        {found.buyers.map((buyer) => (
          <li key={buyer.id}>
            <Row application={found.id} buyer={buyer} may={may} debtor={names.get(buyer.debtorId ?? '')?.name} failed={failed} />
          </li>
        ))}
      </Stack>
    </Stack>
  )
}

interface RowProps {
  application: string
  buyer: Buyer
  may: boolean
  /** What the debtor is called that it is. */
  debtor: string | null | undefined
  failed: (error: unknown) => boolean
}

/** Where the checklist leads. */
export const buyerId = (id: string) => `buyer-${id}`

function Row({ application, buyer, may, debtor, failed }: RowProps) {
  const { t } = useLingui()
  const decide = useDecideBuyer(application, buyer.id)
  const [declining, setDeclining] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const [correcting, setCorrecting] = useState(false)
  const row = useRef<HTMLDivElement>(null)
  const { legalName, contactName, contactEmail, status, debtorId } = buyer
  const send = (decision: 'approved' | 'declined', picked: Picked = {}) => {
    // The button is gone then: the next Tab goes on from here.
    row.current?.focus()
    setDeclining(false)
    void decide.mutateAsync({ seen: status, decision, ...picked }).then(
      () => {
        setChoosing(false)
      },
      (error: unknown) => {
        if (isUndecided(error)) setChoosing(true)
        else failed(error)
      },
    )
  }
  return (
    <Box ref={row} id={buyerId(buyer.id)} tabIndex={-1} p="3" borderWidth="1px" borderRadius="l2">
      <HStack justify="space-between" align="flex-start" columnGap="4" rowGap="2" wrap="wrap">
        <Box minW="0" flex="1 1 14rem">
          <Text overflowWrap="anywhere">{legalName}</Text>
          <Text color="fg.muted" fontSize="sm" overflowWrap="anywhere">
            {buyerFacts(buyer)}
          </Text>
          <Text color="fg.muted" fontSize="sm" overflowWrap="anywhere">
            {contactName}, {contactEmail}
          </Text>
          {debtorId && debtor ? (
            <Text color="fg.muted" fontSize="sm" overflowWrap="anywhere">
              <Trans>Debtor: <TextLink to={debtorPath(debtorId)}>{debtor}</TextLink></Trans>
            </Text>
          ) : null}
        </Box>
        <CodeBadge labels={buyerStatuses} code={status} />
      </HStack>
      {!may ? null : choosing ? (
        <Box mt="3">
          <WhichDebtor
            application={application}
            buyer={buyer}
            isBusy={decide.isPending}
            pick={(picked) => {
              send('approved', picked)
            }}
            leave={() => {
              row.current?.focus()
              setChoosing(false)
            }}
          />
        </Box>
      ) : correcting ? (
        <Box mt="3">
          <CorrectDebtor
            application={application}
            buyer={buyer}
            leave={() => {
              row.current?.focus()
              setCorrecting(false)
            }}
          />
        </Box>
      ) : declining ? (
        <Box mt="3">
          <Question
            size="sm"
            question={t`Decline ${legalName}? Invoices to it can’t be financed.`}
            yes={<Trans>Decline buyer</Trans>}
            no={<Trans>Cancel</Trans>}
            isBusy={decide.isPending}
            confirm={() => {
              send('declined')
            }}
            leave={() => {
              row.current?.focus()
              setDeclining(false)
            }}
          />
        </Box>
      ) : (
        <HStack mt="3">
          {status === 'approved' ? null : (
            <Button
              size="sm"
              variant="outline"
              loading={decide.isPending}
              aria-label={t`Approve ${legalName}`}
              onClick={() => {
                send('approved')
              }}
            >
              <Trans>Approve</Trans>
            </Button>
          )}
          {status === 'approved' ? (
            <Button
              size="sm"
              variant="plain"
              aria-label={t`Wrong debtor? ${legalName}`}
              onClick={() => {
                setCorrecting(true)
              }}
            >
              <Trans>Wrong debtor?</Trans>
            </Button>
          ) : null}
          {status === 'declined' ? null : (
            <Button
              size="sm"
              variant="outline"
              colorPalette="red"
              disabled={decide.isPending}
              aria-label={t`Decline ${legalName}`}
              onClick={() => {
                setDeclining(true)
              }}
            >
              <Trans>Decline</Trans>
            </Button>
          )}
        </HStack>
      )}
      {decide.isError && !isStale(decide.error) && !isUndecided(decide.error) ? (
        <Box mt="3">
          <Failure {...failure(decide.error)} />
        </Box>
      ) : null}
    </Box>
  )
}
