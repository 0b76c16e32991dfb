import { Button, HStack } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { failure } from '@/api/errors'
import { fileOf } from '@/api/file'
import { useToday } from '@/entities/user/today'
import { save } from '@/lib/save-file'
import { Failure } from '@/ui/failure'
import { DownloadIcon } from '@/ui/icons'

/** The formats of the export, with the ending of each file. Names of programs are not translated. */
const formats = [
  { format: 'csv', label: 'CSV', ending: 'csv' },
  { format: 'hledger', label: 'hledger', ending: 'journal' },
  // eslint-disable-next-line lingui/no-unlocalized-strings
  { format: 'beancount', label: 'Beancount', ending: 'beancount' },
] as const

/** What was booked by the day that the screen shows, as a file; everything where it shows all days. */
export function Export({ on }: { on: string | undefined }) {
  const { t } = useLingui()
  const today = useToday()
  const download = useMutation({
    mutationFn: async ({ format, ending }: (typeof formats)[number]) => {
      save(await fileOf(`/operator/ledger/export?format=${format}${on ? `&on=${on}` : ''}`), `ledger-${on ?? today}.${ending}`)
    },
  })
  return (
    <>
      <HStack gap="2" wrap="wrap">
        {formats.map((one) => (
          <Button
            key={one.format}
            variant="outline"
            size="sm"
            aria-label={t`Download as ${one.label}`}
            loading={download.isPending && download.variables.format === one.format}
            onClick={() => {
              download.mutate(one)
            }}
          >
            <DownloadIcon width="4" height="4" /> {one.label}
          </Button>
        ))}
      </HStack>
      <Failure {...failure(download.error)} />
    </>
  )
}
