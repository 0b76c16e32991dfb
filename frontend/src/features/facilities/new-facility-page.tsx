import { Skeleton, Stack } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ApiError, type Schemas } from '@/api/client'
import { fieldErrors } from '@/api/errors'
import { useIdempotencyKey } from '@/api/idempotency-key'
import { useAdvertisedTerms, useOfferTerms, type Offered } from '@/entities/facility/house'
import type { Terms } from '@/entities/facility/terms'
import { nameText, useNames } from '@/entities/name/api'
import { NeedsRight } from '@/entities/operator/needs-right'
import { useMe } from '@/entities/user/me'
import { useKept } from '@/lib/kept'
import { useNavigate, useQuery } from '@/lib/navigation'
import { facilityPath, paths } from '@/lib/paths'
import { FormGroup } from '@/ui/form-group'
import { Page } from '@/ui/page'
import { TextLink } from '@/ui/text-link'
import { toast } from '@/ui/toasts'
import { useDiscard } from '@/ui/use-discard'
import { Awaiting } from './awaiting'
import { ChosenCompany, CompanyPicker, type Chosen } from './company-picker'
import { TermsForm } from './terms-form'
import { usualTerms, valuesOf, type TermsValues } from './terms-values'

/** Where what is typed of a new facility is kept. */
const DRAFT = 'facilityDraft'

interface Draft {
  company: Chosen | null
  values: TermsValues
}

/** Offers a facility to an approved company. */
export default function NewFacilityPage() {
  const { t } = useLingui()
  const [proposed, setProposed] = useState<{ waiting: Schemas['WaitingBody']; company: string } | null>(null)
  const { data: advertised, isPending } = useAdvertisedTerms()
  return (
    <NeedsRight title={t`Offer a facility`} right="manage_facilities">
      <Page title={t`Offer a facility`} width="8xl" lead={<TextLink to={paths.facilities}>{t`Facilities`}</TextLink>}>
        {proposed ? (
          <Awaiting {...proposed} back={paths.facilities} />
        ) : isPending ? (
          <Stack gap="4" role="status" aria-label={t`Loading`} data-loading>
            <Skeleton h="11" />
            <Skeleton h="11" />
            <Skeleton h="11" />
          </Stack>
        ) : (
          <Entry start={advertised?.find(({ kind }) => kind === 'factoring') ?? advertised?.[0] ?? usualTerms} isAdvertised={(advertised?.length ?? 0) > 0} end={setProposed} />
        )}
      </Page>
    </NeedsRight>
  )
}

interface EntryProps {
  /** What is changed until it fits. */
  start: Terms
  isAdvertised: boolean
  end: (proposed: { waiting: Schemas['WaitingBody']; company: string }) => void
}

function Entry({ start, isAdvertised, end }: EntryProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const user = useMe().userDetails?.id
  const [kept, keep] = useKept<Draft>(DRAFT, user)
  const offer = useOfferTerms(useIdempotencyKey<Offered>())
  const [initial] = useState<TermsValues>(() => ({ ...valuesOf(start), ...kept?.values }))
  const [values, setValues] = useState(initial)
  const [query] = useQuery()
  const named = query.get('company')
  // Who stands behind an id in a link the server says, never the link.
  const name = useNames([named]).get(named ?? '')
  const linked = named ? (name ? { id: named, name: nameText(name) } : null) : (kept?.company ?? null)
  const [picked, setPicked] = useState<Chosen | null>()
  const company = picked === undefined ? linked : picked
  const [lacksCompany, setLacksCompany] = useState(false)
  const choose = (chosen: Chosen | null) => {
    setPicked(chosen)
    setLacksCompany(false)
    keep({ company: chosen, values })
  }
  const send = async (terms: Terms) => {
    if (!company) {
      setLacksCompany(true)
      return
    }
    const outcome = await offer.mutateAsync({ companyId: company.id, terms })
    keep(null)
    if ('waiting' in outcome) {
      end({ waiting: outcome.waiting, company: company.name })
      return
    }
    toast.success(t`Terms offered`)
    navigate(facilityPath(outcome.facility.id), { replace: true })
  }
  const leave = () => {
    keep(null)
    navigate(paths.facilities)
  }
  const discard = useDiscard(kept !== null, leave)
  const explain = (error: unknown) => {
    const code = error instanceof ApiError ? error.problem?.code : undefined
    if (code === 'conflict') return t`The company already has a facility of this kind in this currency. Offer other terms under it.`
    if (code === 'facility_inactive') return t`The company isn’t approved.`
    if (code === 'approval_pending') return t`Terms for this company are already waiting for approval. They have to be decided or withdrawn first.`
    return fieldErrors(error)['companyId'] ?? null
  }
  return (
    <Stack gap="4">
      <TermsForm
        label={t`Offer a facility`}
        initial={initial}
        keep={(now) => {
          setValues(now)
          keep({ company, values: now })
        }}
        send={send}
        error={offer.error}
        explain={explain}
        action={<Trans>Offer facility</Trans>}
        cancel={discard.cancel}
      >
        <FormGroup title={<Trans>Company</Trans>} lead={isAdvertised ? <Trans>The terms below start as you advertise them.</Trans> : <Trans>The terms below are a start. Change them until they fit.</Trans>} isSingle>
          {company ? (
            <ChosenCompany
              company={company}
              clear={() => {
                choose(null)
              }}
            />
          ) : (
            <CompanyPicker choose={choose} error={lacksCompany ? t`Choose a company.` : undefined} />
          )}
        </FormGroup>
      </TermsForm>
      {discard.hint}
      {discard.question}
    </Stack>
  )
}
