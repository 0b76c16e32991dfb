import { Box, Heading, SimpleGrid, Text } from '@chakra-ui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { failure } from '@/api/errors'
import { countText, useSettingUp } from '@/entities/facility/first-cash-api'
import { setUpKinds } from '@/entities/facility/set-up'
import { useOperatorMay } from '@/entities/operator/api'
import { newSellersPath } from '@/lib/paths'
import { Figure } from '@/ui/amount-list'
import { Failure } from '@/ui/failure'
import { Section } from '@/ui/page'
import { TextLink } from '@/ui/text-link'

/** What is missing before approved companies can get money; each count opens its rows. */
export function NewSellers() {
  const { t } = useLingui()
  const may = useOperatorMay('read_applications')
  const { data, error } = useSettingUp(may)
  if (!may) return null
  return (
    <Section title={<Trans>New sellers</Trans>}>
      {error ? <Failure {...failure(error)} /> : null}
      {data ? (
        <SimpleGrid as="ul" listStyleType="none" aria-label={t`New sellers`} columns={{ base: 1, sm: 2, xl: 4 }} gap="4">
          {setUpKinds.codes.map((kind) => {
            const rows = data.filter((row) => row.kind === kind)
            const proposed = rows.filter(({ isProposed }) => isProposed).length
            const count = rows.length - proposed
            return (
              <Box as="li" key={kind} bg="bg.panel" borderWidth="1px" borderRadius="l3" p="4" minW="0">
                <Heading as="h3" textStyle="part" mb="2">
                  <TextLink to={newSellersPath(kind)}>{setUpKinds.labelOf(kind)}</TextLink>
                </Heading>
                {count > 0 ? <Figure label={t`To do`} amount={countText(count)} /> : <Text color="fg.muted">{proposed > 0 ? <Trans>Nothing to do</Trans> : <Trans>None</Trans>}</Text>}
                {proposed > 0 ? <Text textStyle="label" color="fg.muted"><Plural value={proposed} one="# waits for a second person" other="# wait for a second person" /></Text> : null}
              </Box>
            )
          })}
        </SimpleGrid>
      ) : null}
    </Section>
  )
}
