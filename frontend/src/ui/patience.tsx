import { Text, VisuallyHidden } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { waiting } from '@/lib/patience'

/** The whole seconds until a moment, counting down. */
function useSecondsUntil(at: number): number {
  const [now, setNow] = useState(() => Date.now())
  const left = Math.max(0, Math.ceil((at - now) / 1000))
  useEffect(() => {
    if (left === 0) return undefined
    const timer = setTimeout(() => {
      setNow(Date.now())
    }, 1000)
    return () => {
      clearTimeout(timer)
    }
  }, [left, now])
  return left
}

/** Says when one may try again. Heard once at the beginning and once at the end; the seconds between are for the eye. */
export function Patience({ until }: { until: number | null }) {
  return until === null ? null : <Countdown key={until} until={until} />
}

function Countdown({ until }: { until: number }) {
  const { t } = useLingui()
  const left = useSecondsUntil(until)
  const [first] = useState(left)
  const said = (seconds: number) => (seconds === 0 ? t`You can try again now.` : waiting(seconds))
  return (
    <>
      <Text aria-hidden="true" color={left === 0 ? 'fg.muted' : 'fg.error'}>
        {said(left)}
      </Text>
      <VisuallyHidden role="status" aria-live="polite">
        {said(left === 0 ? 0 : first)}
      </VisuallyHidden>
    </>
  )
}
