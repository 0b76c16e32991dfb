import { Box } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { call } from '@/api/client'
import { connection } from '@/api/connection'
import { Notice } from '@/ui/notice'

const ASK_EVERY_MS = 3000

/** Says so when the server is away, asks after it, and fetches everything anew when it is back. */
export function ConnectionBanner() {
  const { t } = useLingui()
  const lost = useSyncExternalStore(connection.subscribe, connection.snapshot)
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!lost) return undefined
    const timer = setInterval(() => {
      call((client) => client.GET('/health/live'))
        .then(() => queryClient.invalidateQueries())
        .catch(() => undefined)
    }, ASK_EVERY_MS)
    return () => {
      clearInterval(timer)
    }
  }, [lost, queryClient])
  if (!lost) return null
  return (
    <Box px="4" pt="4" maxW="4xl" mx="auto">
      <Notice status="warning" title={t`Can’t reach Sooner`}>
        <Trans>We’ll keep trying. What you typed is kept; continue once this message disappears.</Trans>
      </Notice>
    </Box>
  )
}
