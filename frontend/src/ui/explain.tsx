import { Box, IconButton, Text } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { useId, useState, type ReactNode } from 'react'
import { glossary, type Term } from '@/lib/glossary'
import { text } from '@/lib/i18n'

/** A word of the trade beside which it can be explained, in place: for mouse, finger, keyboard and screen reader alike. */
export function Explained({ term, children }: { term: Term; children: ReactNode }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const id = useId()
  const name = text(glossary[term].term)
  return (
    <Box w="full">
      <Box display="flex" alignItems="center" gap="1">
        {children}
        <IconButton
          type="button"
          variant="outline"
          size="2xs"
          minW="6"
          h="6"
          color="fg.muted"
          borderRadius="full"
          aria-label={t`What does “${name}” mean?`}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => {
            setOpen(!open)
          }}
        >
          ?
        </IconButton>
      </Box>
      {open ? (
        <Text id={id} role="note" mt="1" p="3" bg="bg.muted" borderRadius="l2" fontSize="sm">
          {text(glossary[term].meaning)}
        </Text>
      ) : null}
    </Box>
  )
}
