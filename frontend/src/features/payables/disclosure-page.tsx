import { Box, Button, HStack, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failure, fieldErrors } from '@/api/errors'
import { useDisclosure, type Disclosure } from '@/entities/programme/disclosure'
import { formatDay } from '@/lib/dates'
import { useQuery } from '@/lib/navigation'
import { paths } from '@/lib/paths'
import { parseDay } from '@/lib/typed-day'
import { Answer } from '@/ui/answer'
import { DateField } from '@/ui/date-field'
import { Empty } from '@/ui/empty'
import { BookIcon } from '@/ui/icons'
import { LinkButton } from '@/ui/link-button'
import { OnPaper, PrintButton } from '@/ui/on-paper'
import { Page } from '@/ui/page'
import { DisclosureCsv } from './disclosure-csv'
import { InCurrency } from './disclosure-figures'

/** What a buyer tells of its programme in its financial statements, each figure with the payables behind it. */
export default function DisclosurePage() {
  const { t } = useLingui()
  const [query] = useQuery()
  const [from, to] = [query.get('from'), query.get('to')]
  const { data, error, refetch, isFetching, isPlaceholderData } = useDisclosure({ from, to })
  const wrong = fieldErrors(error)
  const isRefused = Boolean(wrong.from ?? wrong.to)
  // The last report is not that of other days.
  const shown = error ? undefined : data
  const asked = { from: from ?? shown?.from ?? '', to: to ?? shown?.to ?? '' }
  return (
    <Page
      title={t`Supplier finance disclosures`}
      width="8xl"
      lead={t`What IAS 7.44H and ASU 2022-04 ask you to disclose about your programme. Select an amount to see the payables behind it.`}
      actions={
        shown && shown.data.length > 0 ? (
          <HStack gap="2" wrap="wrap" align="flex-start" data-not-on-paper>
            <PrintButton />
            <DisclosureCsv disclosures={shown.data} from={shown.from} to={shown.to} />
          </HStack>
        ) : null
      }
    >
      <OnPaper />
      <Stack gap="6">
        <Period key={`${asked.from}|${asked.to}`} {...asked} today={data?.today} wrong={wrong} />
        <Answer isThere={shown !== undefined || isRefused} failed={failure(isRefused ? null : error)} again={() => void refetch()} isAsking={isFetching} loading={t`Loading the disclosures`}>
          {shown ? (
            <Stack gap="8" opacity={isPlaceholderData ? 0.6 : 1} aria-busy={isPlaceholderData}>
              <Report {...shown} />
            </Stack>
          ) : null}
        </Answer>
      </Stack>
    </Page>
  )
}

function Report({ from, to, data }: { from: string; to: string; data: Disclosure[] }) {
  const [first, last] = [formatDay(from), formatDay(to)]
  if (data.length === 0) {
    return (
      <Empty as="h2" icon={<BookIcon />} title={<Trans>Nothing to disclose</Trans>}>
        <Trans>You had no programme and no payables from {first} to {last}. Choose other days.</Trans>
      </Empty>
    )
  }
  return (
    <>
      <Text color="fg.muted">
        <Trans>From {first} to {last}, both days included. Amounts by currency, not converted.</Trans>
      </Text>
      {data.map((disclosure) => (
        <InCurrency key={disclosure.currency} disclosure={disclosure} from={from} to={to} />
      ))}
    </>
  )
}

interface PeriodProps {
  from: string
  to: string
  /** Not known before the first answer. */
  today: string | undefined
  /** What the server refused of the days that are shown. */
  wrong: Record<string, string>
}

/** Asks for the first and the last day. */
function Period({ from, to, today, wrong }: PeriodProps) {
  const { t } = useLingui()
  const [, setQuery] = useQuery()
  const [days, setDays] = useState({ from, to })
  const [isChecked, setChecked] = useState(false)
  const errorOf = (name: 'from' | 'to') => {
    if (isChecked && parseDay(days[name]) === null) return t`Enter a date.`
    return days[name] === { from, to }[name] ? wrong[name] : undefined
  }
  const example = today ?? '2027-01-31'
  const year = Number(example.slice(0, 4))
  const address = (first: string, last: string) => `${paths.disclosure}?from=${first}&to=${last}`
  return (
    <Stack gap="3" data-not-on-paper>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setChecked(true)
          if (parseDay(days.from) !== null && parseDay(days.to) !== null) setQuery(days)
        }}
      >
        <HStack gap="3" align="flex-start" wrap="wrap">
          {(['from', 'to'] as const).map((name) => (
            <Box key={name} flex="0 1 14rem">
              <DateField
                label={name === 'from' ? t`First day` : t`Last day`}
                name={name}
                example={example}
                value={days[name]}
                onChange={(day) => {
                  setDays({ ...days, [name]: day })
                }}
                onBlur={() => undefined}
                error={errorOf(name)}
              />
            </Box>
          ))}
          <Box pt="7">
            <Button type="submit" variant="outline">
              <Trans>Show</Trans>
            </Button>
          </Box>
        </HStack>
      </form>
      {today ? (
        <HStack gap="2" wrap="wrap">
          <LinkButton to={address(`${year - 1}-01-01`, `${year - 1}-12-31`)} size="sm" variant="ghost">
            <Trans>Last year</Trans>
          </LinkButton>
          <LinkButton to={address(`${year}-01-01`, today)} size="sm" variant="ghost">
            <Trans>This year so far</Trans>
          </LinkButton>
        </HStack>
      ) : null}
    </Stack>
  )
}
