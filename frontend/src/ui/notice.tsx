import { Alert } from '@chakra-ui/react'
import type { ReactNode } from 'react'

interface NoticeProps {
  status: 'info' | 'error' | 'success' | 'warning'
  title?: string
  children: ReactNode
}

/** A message that stays where it belongs. An error is announced at once. */
export function Notice({ status, title, children }: NoticeProps) {
  return (
    <Alert.Root status={status} variant="outline" bg="bg.panel" role={status === 'error' ? 'alert' : 'status'} alignItems="flex-start">
      <Alert.Indicator />
      <Alert.Content color="fg" minW="0" overflowWrap="anywhere">
        {title ? <Alert.Title>{title}</Alert.Title> : null}
        <Alert.Description>{children}</Alert.Description>
      </Alert.Content>
    </Alert.Root>
  )
}
