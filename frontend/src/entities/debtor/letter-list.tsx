import { Button, HStack, Stack, Text } from '@chakra-ui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { failure } from '@/api/errors'
import { formatDay } from '@/lib/dates'
import { save } from '@/lib/save-file'
import { Failure } from '@/ui/failure'
import { DownloadIcon } from '@/ui/icons'
import { letterKinds, letterPaper, type Letter } from './letters'

/** Letters, each to be had as it was made. */
export function LetterList({ letters }: { letters: readonly Letter[] }) {
  const { t } = useLingui()
  const download = useMutation({
    mutationFn: async (letter: Letter) => {
      save(await letterPaper(letter), `${letter.kind}-${letter.madeOn}.pdf`)
    },
  })
  return (
    <Stack gap="3">
      <Failure {...failure(download.error)} />
      <Stack as="ul" listStyleType="none" gap="3" aria-label={t`Letters`}>
        {letters.map((letter) => {
          const [day, address] = [formatDay(letter.madeOn), letter.sentTo]
          return (
            <HStack as="li" key={letter.id} justify="space-between" gap="3" wrap="wrap">
              <Stack gap="0" minW="0">
                <Text>{letterKinds.labelOf(letter.kind)}</Text>
                <Text textStyle="label" color="fg.muted" overflowWrap="anywhere">
                  <Trans>Sent on {day} to {address}</Trans>, <Plural value={letter.claims} one="# invoice" other="# invoices" />
                </Text>
              </Stack>
              <Button variant="outline" size="sm" loading={download.isPending && download.variables.id === letter.id} onClick={() => { download.mutate(letter) }} aria-label={t`Download letter of ${day}`}>
                <DownloadIcon />
                <Trans>Download</Trans>
              </Button>
            </HStack>
          )
        })}
      </Stack>
    </Stack>
  )
}

