import { Button, HStack } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { ACCEPTED } from './use-uploads'

interface FileButtonsProps {
  /** What the files are, for those who hear it. */
  about: string
  /** Where links lead. */
  id?: string
  add: (files: File[]) => void
}

/** Choosing files and, on a device held in the hand, taking a picture. */
export function FileButtons({ about, id, add }: FileButtonsProps) {
  const { t } = useLingui()
  const files = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const isHandheld = matchMedia('(pointer: coarse)').matches
  const take = (input: HTMLInputElement) => {
    add([...(input.files ?? [])])
    // The same file can be chosen again.
    input.value = ''
  }
  return (
    <HStack wrap="wrap" gap="2">
      <Button
        variant="outline"
        size="sm"
        {...(id ? { id } : {})}
        onClick={() => {
          files.current?.click()
        }}
      >
        <Trans>Choose files</Trans>
      </Button>
      <input
        ref={files}
        type="file"
        hidden
        multiple
        accept={ACCEPTED}
        aria-label={t`Files: ${about}`}
        onChange={(event) => {
          take(event.target)
        }}
      />
      {isHandheld ? (
        <>
          <Button
            variant="outline"
            size="sm"
            onClick={() => {
              camera.current?.click()
            }}
          >
            <Trans>Take photo</Trans>
          </Button>
          <input
            ref={camera}
            type="file"
            hidden
            accept="image/jpeg"
            capture="environment"
            aria-label={t`Photo: ${about}`}
            onChange={(event) => {
              take(event.target)
            }}
          />
        </>
      ) : null}
    </HStack>
  )
}
