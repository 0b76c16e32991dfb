import { Button, Stack } from '@chakra-ui/react'
import { useMutation } from '@tanstack/react-query'
import { Trans, useLingui } from '@lingui/react/macro'
import { retryAt } from '@/api/errors'
import { fileOf } from '@/api/file'
import { save } from '@/lib/save-file'
import { Failure } from '@/ui/failure'
import { DownloadIcon } from '@/ui/icons'
import { refusal } from './refusals'

interface PaperProps {
  /** Where the API has it, but for the language. */
  path: string
  /** What the file is called. */
  name: string
  /** What is told of it, where several stand beside each other. */
  label?: string
}

/** A paper of ours, to be filed: made once in each language. */
export function Paper({ path, name, label }: PaperProps) {
  const { i18n } = useLingui()
  const open = useMutation({
    mutationFn: () => fileOf(`${path}${path.includes('?') ? '&' : '?'}language=${i18n.locale}`),
    onSuccess: (content) => { save(content, `${name}.pdf`) },
  })
  return (
    <Stack gap="2" align="flex-start">
      <Button variant="outline" size="sm" loading={open.isPending} onClick={() => { open.mutate() }}>
        <DownloadIcon width="4" height="4" />
        {label ?? <Trans>Download PDF</Trans>}
      </Button>
      <Failure sentence={open.error ? refusal(open.error, 'EUR') : undefined} until={retryAt(open.error)} />
    </Stack>
  )
}
