import { Skeleton, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failure } from '@/api/errors'
import { useAdvertise, useAdvertisedTerms } from '@/entities/facility/house'
import { facilityKinds } from '@/entities/facility/labels'
import type { Terms } from '@/entities/facility/terms'
import { NeedsRight } from '@/entities/operator/needs-right'
import { useMe } from '@/entities/user/me'
import { useKept } from '@/lib/kept'
import { useNavigate, useQuery } from '@/lib/navigation'
import { paths } from '@/lib/paths'
import { Failure } from '@/ui/failure'
import { Page } from '@/ui/page'
import { TextLink } from '@/ui/text-link'
import { toast } from '@/ui/toasts'
import { useDiscard } from '@/ui/use-discard'
import { TermsForm } from './terms-form'
import { usualTerms, valuesOf, type TermsValues } from './terms-values'

/** Where the advertised terms are shown. */
const back = `${paths.settings}?show=terms`

/** Changes the terms that are shown to everybody. */
export default function AdvertisePage() {
  const { t } = useLingui()
  const [query] = useQuery()
  const { data, error, isPending } = useAdvertisedTerms()
  const [kind, currency] = [query.get('kind'), query.get('currency')]
  const ruling = data?.find((terms) => terms.kind === kind && terms.currency === currency)
  return (
    <NeedsRight title={t`Advertise terms`} right="manage_facilities">
      <Page title={ruling ? t`Change advertised terms` : t`Advertise terms`} width="8xl" lead={<TextLink to={back}>{ruling ? `${facilityKinds.labelOf(ruling.kind)} · ${ruling.currency}` : t`Advertised terms`}</TextLink>}>
        {isPending ? (
          <Stack gap="4" role="status" aria-label={t`Loading`} data-loading>
            <Skeleton h="11" />
            <Skeleton h="11" />
            <Skeleton h="11" />
          </Stack>
        ) : error ? (
          <Failure {...failure(error)} />
        ) : (
          <Entry key={ruling ? `${kind}.${currency}` : ''} ruling={ruling} />
        )}
      </Page>
    </NeedsRight>
  )
}

function Entry({ ruling }: { ruling: Terms | undefined }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const user = useMe().userDetails?.id
  const [kept, keep] = useKept<TermsValues>(`advertisedDraft:${ruling ? `${ruling.kind}.${ruling.currency}` : ''}`, user)
  const advertise = useAdvertise()
  const [initial] = useState<TermsValues>(() => ({ ...valuesOf(ruling ?? usualTerms), ...kept }))
  const leave = () => {
    keep(null)
    navigate(back)
  }
  const send = async (terms: Terms) => {
    await advertise.mutateAsync(terms)
    toast.success(t`Terms advertised`)
    leave()
  }
  const discard = useDiscard(kept !== null, leave)
  return (
    <Stack gap="4">
      <TermsForm
        label={t`Advertise terms`}
        initial={initial}
        ruling={ruling ?? null}
        keep={keep}
        send={send}
        error={advertise.error}
        agreement={<Trans>What is advertised already for the same product and currency is replaced.</Trans>}
        note={<Trans>Takes effect at once. Visitors see it.</Trans>}
        action={<Trans>Advertise terms</Trans>}
        cancel={discard.cancel}
      >
        <Text color="fg.muted">
          <Trans>They bind nobody: each company gets terms of its own, which start like these.</Trans>
        </Text>
      </TermsForm>
      {discard.hint}
      {discard.question}
    </Stack>
  )
}
