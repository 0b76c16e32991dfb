import { Box, Button } from '@chakra-ui/react'
import { useId, useState, type ReactNode } from 'react'
import { DownIcon, UpIcon } from './icons'

interface FoldProps {
  title: ReactNode
  /** Whether it is open at first. */
  isOpen?: boolean
  children: ReactNode
}

/** Something that is there for whoever asks, and out of the way for everybody else. */
export function Fold({ title, isOpen = false, children }: FoldProps) {
  const [open, setOpen] = useState(isOpen)
  const id = useId()
  return (
    <Box>
      <Button
        variant="ghost"
        size="sm"
        ms="-3"
        color="fg.muted"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => {
          setOpen(!open)
        }}
      >
        {open ? <UpIcon width="4" height="4" /> : <DownIcon width="4" height="4" />}
        {title}
      </Button>
      {open ? (
        <Box id={id} mt="2">
          {children}
        </Box>
      ) : null}
    </Box>
  )
}
