import { Box, Button, HStack, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failure } from '@/api/errors'
import { useApproved } from '@/entities/application/approved'
import { products } from '@/entities/company/labels'
import { useDelayed } from '@/lib/use-delayed'
import { Failure } from '@/ui/failure'
import { Labelled } from '@/ui/fields'
import { Input } from '@/ui/input'

/** A company as it is chosen here. */
export interface Chosen {
  id: string
  name: string
}

const SEARCH_AFTER_MS = 300
/** More would be read by nobody: another word finds it. */
const MOST_SHOWN = 8

interface CompanyPickerProps {
  choose: (company: Chosen) => void
  error?: string | undefined
}

/** Finds one of the approved companies by its name. */
export function CompanyPicker({ choose, error }: CompanyPickerProps) {
  const { t } = useLingui()
  const [words, setWords] = useState('')
  const search = useDelayed(words.trim(), SEARCH_AFTER_MS)
  const { data, error: failed, isFetching } = useApproved(search)
  const found = (data ?? []).flatMap(({ companyId, companyName, wants }) => (companyName ? [{ id: companyId, name: companyName, wants }] : []))
  return (
    <Stack gap="3">
      <Labelled label={t`Company`} help={t`Only approved companies are listed. The first letters are enough.`} error={error}>
        <Input
          type="search"
          autoComplete="off"
          maxLength={300}
          value={words}
          onChange={(event) => {
            setWords(event.target.value)
          }}
          onKeyDown={(event) => {
            // It may stand in a form, which is not what is sent.
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
      </Labelled>
      <Failure {...failure(failed)} />
      {data && found.length === 0 && !isFetching ? (
        <Text color="fg.muted" role="status">
          {search ? <Trans>No approved company begins with “{search}”.</Trans> : <Trans>No company is approved yet.</Trans>}
        </Text>
      ) : (
        <Stack as="ul" listStyleType="none" gap="1" aria-label={t`Approved companies`} opacity={isFetching ? 0.6 : 1}>
          {found.slice(0, MOST_SHOWN).map((entry) => (
            <li key={entry.id}>
              <Button
                variant="ghost"
                w="full"
                h="auto"
                minH="11"
                py="2"
                justifyContent="space-between"
                whiteSpace="normal"
                textAlign="start"
                onClick={() => {
                  choose({ id: entry.id, name: entry.name })
                }}
              >
                <Box as="span" minW="0" overflowWrap="anywhere">
                  {entry.name}
                </Box>
                <Text as="span" color="fg.muted" textStyle="label">
                  {entry.wants.map(products.labelOf).join(' · ')}
                </Text>
              </Button>
            </li>
          ))}
        </Stack>
      )}
      {found.length > MOST_SHOWN ? (
        <Text color="fg.muted" textStyle="label">
          <Trans>There are more. Type a name to find them.</Trans>
        </Text>
      ) : null}
    </Stack>
  )
}

/** The company that was chosen, and the way to another one. */
export function ChosenCompany({ company, clear }: { company: Chosen; clear: () => void }) {
  return (
    <HStack justify="space-between" wrap="wrap" gap="3">
      <Text overflowWrap="anywhere" minW="0">
        {company.name}
      </Text>
      <Button size="sm" variant="outline" onClick={clear}>
        <Trans>Choose another company</Trans>
      </Button>
    </HStack>
  )
}
