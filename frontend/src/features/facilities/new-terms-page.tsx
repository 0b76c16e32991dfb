import { Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ApiError, type Schemas } from '@/api/client'
import { failure } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import type { Facility } from '@/entities/facility/api'
import { useHouseFacility, useOfferTerms, type Offered } from '@/entities/facility/house'
import { facilityKinds } from '@/entities/facility/labels'
import type { Terms } from '@/entities/facility/terms'
import { NeedsRight } from '@/entities/operator/needs-right'
import { useMe } from '@/entities/user/me'
import { useKept } from '@/lib/kept'
import { useNavigate, useParams } from '@/lib/navigation'
import { facilityPath } from '@/lib/paths'
import { Answer } from '@/ui/answer'
import { Notice } from '@/ui/notice'
import { Page } from '@/ui/page'
import { TextLink } from '@/ui/text-link'
import { toast } from '@/ui/toasts'
import { useDiscard } from '@/ui/use-discard'
import { Awaiting } from './awaiting'
import { NoFacility } from './facility-page'
import { TermsForm } from './terms-form'
import { usualTerms, valuesOf, type TermsValues } from './terms-values'

/** Offers other terms under an agreement; those that rule go on ruling until the company accepts. */
export default function NewTermsPage() {
  const { t } = useLingui()
  const { id } = useParams<{ id: string }>()
  return (
    <NeedsRight title={t`Offer other terms`} right="manage_facilities">
      <OtherTerms key={id} id={id} />
    </NeedsRight>
  )
}

function OtherTerms({ id }: { id: string }) {
  const { t } = useLingui()
  const { data: facility, error, refetch, isFetching } = useHouseFacility(id)
  const [waiting, setWaiting] = useState<Schemas['WaitingBody'] | null>(null)
  const company = facility?.companyName ?? t`Unnamed company`
  if (error instanceof ApiError && error.status === 404) return <NoFacility />
  return (
    <Page title={t`Offer other terms`} width="8xl" lead={<TextLink to={facilityPath(id)}>{facility ? `${company} · ${facilityKinds.labelOf(facility.kind)} · ${facility.currency}` : t({ message: 'Facility', context: 'screen' })}</TextLink>}>
      <Answer isThere={facility !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading the facility`}>
        {waiting ? (
          <Awaiting waiting={waiting} company={company} back={facilityPath(id)} />
        ) : facility?.allowedActions.includes('propose_terms') ? (
          <Entry facility={facility} refresh={async () => (await refetch()).data} end={setWaiting} />
        ) : facility ? (
          <Notice status="info">
            {facility.proposed ? <Trans>Other terms already wait for the company. Withdraw them first.</Trans> : <Trans>Other terms can’t be offered at this stage.</Trans>}
          </Notice>
        ) : null}
      </Answer>
    </Page>
  )
}

interface EntryProps {
  facility: Facility
  refresh: () => Promise<Facility | undefined>
  end: (waiting: Schemas['WaitingBody']) => void
}

function Entry({ facility, refresh, end }: EntryProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const user = useMe().userDetails?.id
  const [kept, keep] = useKept<TermsValues>(`termsDraft:${facility.id}`, user)
  const offer = useOfferTerms(useIdempotencyKey<Offered>())
  // What stood there when it was opened is what is changed, until a colleague was faster.
  const [seen, setSeen] = useState(facility)
  const [isStale, setStale] = useState(false)
  const [initial] = useState<TermsValues>(() => ({ ...valuesOf(seen.terms ?? usualTerms), ...kept }))
  const send = async (terms: Terms) => {
    setStale(false)
    try {
      const outcome = await offer.mutateAsync({ id: seen.id, version: seen.version, terms })
      keep(null)
      if ('waiting' in outcome) {
        end(outcome.waiting)
        return
      }
      toast.success(t`Terms offered`)
      navigate(facilityPath(seen.id), { replace: true })
    } catch (error) {
      const latest = error instanceof ApiError && error.problem?.code === 'stale_version' ? await refresh() : undefined
      if (!latest) throw error
      setSeen(latest)
      setStale(true)
    }
  }
  const leave = () => {
    keep(null)
    navigate(facilityPath(seen.id))
  }
  const discard = useDiscard(kept !== null, leave)
  return (
    <Stack gap="4">
      <TermsForm
        label={t`Offer other terms`}
        initial={initial}
        ruling={seen.terms ?? null}
        keep={keep}
        send={send}
        error={offer.error}
        action={<Trans>Offer terms</Trans>}
        cancel={discard.cancel}
      >
        {isStale ? (
          <Notice status="warning" title={t`The facility has changed in the meantime`}>
            <Trans>What you entered is still here. Compare it with the terms that apply now, and send it again.</Trans>
          </Notice>
        ) : (
          <Text color="fg.muted">
            <Trans>Current terms apply until the new ones are accepted. What was bought before keeps its terms.</Trans>
          </Text>
        )}
      </TermsForm>
      {discard.hint}
      {discard.question}
    </Stack>
  )
}
