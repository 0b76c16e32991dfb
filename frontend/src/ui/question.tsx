import { Button, HStack, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

interface QuestionProps {
  question: string
  /** What is done then. */
  yes: ReactNode
  /** What is left as it is. */
  no: ReactNode
  size?: 'sm' | 'md'
  isBusy?: boolean
  confirm: () => void
  leave: () => void
}

/** Asks in place before something that cannot be undone. The focus is not on that: a key held down would press it. */
export function Question({ question, yes, no, size = 'md', isBusy = false, confirm, leave }: QuestionProps) {
  return (
    <HStack wrap="wrap" role="group" aria-label={question}>
      <Text overflowWrap="anywhere">{question}</Text>
      <HStack>
        <Button size={size} variant="outline" colorPalette="red" loading={isBusy} onClick={confirm}>
          {yes}
        </Button>
        <Button size={size} variant="ghost" autoFocus onClick={leave}>
          {no}
        </Button>
      </HStack>
    </HStack>
  )
}
