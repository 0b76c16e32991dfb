import { Stack } from '@chakra-ui/react'
import { useState, type DragEvent, type ReactNode } from 'react'

interface DropAreaProps {
  take: (files: readonly File[]) => void
  /** What is said of the files, and the button that chooses them. */
  children: ReactNode
}

/** Where files are dropped. */
export function DropArea({ take, children }: DropAreaProps) {
  const [isOver, setOver] = useState(false)
  const drop = {
    onDragOver: (event: DragEvent) => { event.preventDefault(); setOver(true) },
    onDragLeave: () => { setOver(false) },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      take([...event.dataTransfer.files])
    },
  }
  return (
    <Stack {...drop} align="flex-start" gap="3" borderWidth="1px" borderStyle="dashed" borderRadius="l3" p="5" {...(isOver ? { bg: 'secondary.subtle', borderColor: 'secondary.solid' } : { borderColor: 'primary.border' })}>
      {children}
    </Stack>
  )
}
