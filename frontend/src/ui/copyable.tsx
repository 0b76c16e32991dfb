import { Button, HStack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { toast } from './toasts'

interface CopyableProps {
  /** What it is, for the name of the button. */
  label: string
  /** As people read it, in groups. */
  text: string
  /** As it is pasted elsewhere. */
  copied: string
}

/** A number that people enter elsewhere by hand: it never breaks, is selected as a whole, and is copied without its gaps. */
export function Copyable({ label, text, copied }: CopyableProps) {
  const { t } = useLingui()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(copied)
      setCopied(true)
    } catch {
      toast.error(t`The browser doesn’t allow copying. Select the text instead.`)
    }
  }
  return (
    <HStack as="span" display="inline-flex" wrap="wrap" gap="2" maxW="full">
      <Text as="span" whiteSpace="nowrap" userSelect="all" fontVariantNumeric="tabular-nums" fontSize={{ base: 'sm', sm: 'md' }}>
        {text}
      </Text>
      <Button size="xs" variant="outline" aria-label={t`Copy: ${label}`} onClick={() => void copy()}>
        {isCopied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
      </Button>
    </HStack>
  )
}
