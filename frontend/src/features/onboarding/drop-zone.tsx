import { Stack, type StackProps } from '@chakra-ui/react'
import { useState, type DragEvent } from 'react'

/** A place to drop files on; it shows when they hover over it. */
export function DropZone({ add, ...props }: StackProps & { add: (files: File[]) => void }) {
  const [over, setOver] = useState(false)
  const carriesFiles = (event: DragEvent) => event.dataTransfer.items.length > 0
  return (
    <Stack
      borderWidth="1px"
      borderRadius="l2"
      p="4"
      {...props}
      {...(over ? { borderColor: 'secondary.solid', bg: 'secondary.subtle' } : {})}
      onDragOver={(event) => {
        if (!carriesFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => {
        setOver(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        add([...event.dataTransfer.files])
      }}
    />
  )
}
