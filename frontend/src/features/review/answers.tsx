import { Box, Heading, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import type { FormBody } from '@/api/onboarding'
import { countryName } from '@/lib/country-name'
import { formatDay } from '@/lib/dates'
import { industries, legalForms, personRoles, wants } from '@/lib/labels'
import { formatMoney } from '@/lib/money'
import { Panel } from '@/ui/page'

interface Answer {
  label: string
  value: string | null | undefined
}

/** All answers, grouped as in the form. */
export function Answers({ form }: { form: FormBody }) {
  const { company, people, bankAccount } = form
  const { address } = company
  const turnover = company.yearlyTurnover
  return (
    <>
      <Group
        title="Company"
        answers={[
          { label: 'Legal name', value: company.legalName },
          { label: 'Trading name', value: company.tradingName },
          { label: 'Legal form', value: company.legalForm ? legalForms[company.legalForm] : null },
          { label: 'Registration number', value: company.registrationNumber },
          { label: 'Tax or VAT number', value: company.taxNumber },
          { label: 'Incorporated on', value: company.incorporatedOn ? formatDay(company.incorporatedOn) : null },
          { label: 'Country', value: company.country ? countryName(company.country) : null },
          { label: 'Registered address', value: [address.line1, address.line2, [address.postalCode, address.city].filter(Boolean).join(' '), address.region].filter(Boolean).join(', ') },
          { label: 'Website', value: company.website },
          { label: 'Industry', value: company.industry ? industries[company.industry] : null },
          { label: 'Turnover of the last year', value: turnover ? formatMoney(turnover.amount, turnover.currency) : null },
          { label: 'Wants to', value: company.wants.map((want) => wants[want]).join(', ') },
        ]}
      />
      {people.map((person, index) => (
        <Group
          key={index}
          title={`Person ${index + 1}: ${[person.fname, person.lname].filter(Boolean).join(' ') || 'without a name'}`}
          answers={[
            { label: 'Born on', value: person.bornOn ? formatDay(person.bornOn) : null },
            { label: 'Nationality', value: person.nationality ? countryName(person.nationality) : null },
            { label: 'Roles', value: person.roles.map((role) => personRoles[role]).join(', ') },
            { label: 'Share', value: typeof person.ownershipPercent === 'number' ? `${person.ownershipPercent} %` : null },
          ]}
        />
      ))}
      <Group
        title="Bank account"
        answers={[
          { label: 'Holder', value: bankAccount.holder },
          { label: 'IBAN', value: bankAccount.iban?.match(/.{1,4}/g)?.join(' ') },
          { label: 'Account number', value: bankAccount.accountNumber },
          { label: 'BIC', value: bankAccount.bic },
          { label: 'Currency', value: bankAccount.currency },
        ]}
      />
    </>
  )
}

/** What was left out because it does not apply is left out here too. */
function Group({ title, answers }: { title: string; answers: Answer[] }) {
  const given = answers.filter(({ value }) => value)
  return (
    <Panel>
      <Stack gap="4">
        <Heading as="h2" size="lg" overflowWrap="anywhere">
          {title}
        </Heading>
        {given.length === 0 ? (
          <Text color="fg.muted">Nothing was filled in.</Text>
        ) : (
          <SimpleGrid as="dl" columns={{ base: 1, sm: 2 }} gapX="6" gapY="3">
            {given.map(({ label, value }) => (
              <Box key={label} minW="0">
                <Text as="dt" color="fg.muted" fontSize="sm">
                  {label}
                </Text>
                <Text as="dd" overflowWrap="anywhere">
                  {value}
                </Text>
              </Box>
            ))}
          </SimpleGrid>
        )}
      </Stack>
    </Panel>
  )
}
