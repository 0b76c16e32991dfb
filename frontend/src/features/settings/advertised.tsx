import { Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { failure } from '@/api/errors'
import { houseTermsGroups } from '@/entities/facility/fields'
import { useAdvertisedTerms } from '@/entities/facility/house'
import { facilityKinds } from '@/entities/facility/labels'
import type { Terms } from '@/entities/facility/terms'
import { TermsList } from '@/entities/facility/terms-list'
import { useOperatorMay } from '@/entities/operator/api'
import { LooksOnly } from '@/entities/operator/looks-only'
import { advertisePath } from '@/lib/paths'
import { Answer } from '@/ui/answer'
import { Fold } from '@/ui/fold'
import { LinkButton } from '@/ui/link-button'
import { Section } from '@/ui/page'

const placeOf = ({ kind, currency }: Terms) => `${kind}.${currency}`

/** The terms that are shown to everybody. */
export function Advertised() {
  const { t } = useLingui()
  const { data: all, error, refetch, isFetching } = useAdvertisedTerms()
  const may = useOperatorMay('manage_facilities')
  return (
    <Section
      title={<Trans>Advertised terms</Trans>}
      lead={<Trans>Shown to everyone. Each company gets terms of its own.</Trans>}
      actions={
        may ? (
          <LinkButton to={advertisePath()} variant="outline">
            <Trans>Add terms</Trans>
          </LinkButton>
        ) : null
      }
    >
      <LooksOnly right="manage_facilities" />
      <Answer isThere={all !== undefined} failed={failure(error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading terms`}>
        {all?.length === 0 ? (
          <Text color="fg.muted">
            <Trans>None yet. Visitors can’t calculate a price.</Trans>
          </Text>
        ) : (
          <Stack as="ul" listStyleType="none" gap="8" aria-label={t`Advertised terms`}>
            {all?.map((terms) => (
              <li key={placeOf(terms)}>
                <One terms={terms} isAlone={all.length === 1} may={may} />
              </li>
            ))}
          </Stack>
        )}
      </Answer>
    </Section>
  )
}

function One({ terms, isAlone, may }: { terms: Terms; isAlone: boolean; may: boolean }) {
  const { t } = useLingui()
  const name = `${facilityKinds.labelOf(terms.kind)} · ${terms.currency}`
  return (
    <Stack gap="2">
      <Stack direction="row" justify="space-between" align="center" wrap="wrap" gap="3">
        <Text textStyle="part">{name}</Text>
        {may ? (
          <LinkButton to={advertisePath(terms)} size="sm" variant="outline" aria-label={t`Change terms for ${name}`}>
            <Trans>Change terms</Trans>
          </LinkButton>
        ) : null}
      </Stack>
      <Fold title={<Trans>All terms</Trans>} isOpen={isAlone}>
        <TermsList groups={houseTermsGroups(terms)} />
      </Fold>
    </Stack>
  )
}
