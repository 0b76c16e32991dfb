import { Stack } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import type { Receipt } from '@/entities/payment/house'
import { useMe } from '@/entities/user/me'
import { useKept } from '@/lib/kept'
import { MatchedNotice } from './matched-notice'
import { Matching } from './matching'
import { Receipts } from './receipts'
import { NOTHING, type TypedSplit } from './split'
import { matchingPath } from './views'

/** What came in and nobody explained: the list, or one of it. What was typed of one is kept until it is sent. */
export function Unexplained({ receipt }: { receipt: string | null }) {
  const { t } = useLingui()
  const [typed, keep] = useKept<TypedSplit>(`split:${receipt ?? ''}`, useMe().userDetails?.id)
  const [matched, setMatched] = useState<{ before: Receipt; now: Receipt } | null>(null)
  const all = useRef<HTMLDivElement>(null)
  const shown = useRef(receipt)
  // Back at the list one goes on where one was.
  useEffect(() => {
    const left = shown.current
    shown.current = receipt
    if (!left || receipt) return
    const links = [...(all.current?.querySelectorAll<HTMLElement>('[data-list-item]') ?? [])]
    const place = links.find((link) => link.getAttribute('href')?.endsWith(matchingPath(left))) ?? all.current
    place?.focus()
  }, [receipt])
  return (
    <Stack gap="5" ref={all} tabIndex={-1} outline="none" role="group" aria-label={t`Unallocated receipts`}>
      {matched ? <MatchedNotice key={`${matched.now.id} ${String(matched.now.left)}`} {...matched} /> : null}
      {receipt ? (
        <Matching
          key={receipt}
          id={receipt}
          typed={typed ?? NOTHING}
          setTyped={(next) => {
            keep((before) => {
              const now = next(before ?? NOTHING)
              return now === NOTHING ? null : now
            })
          }}
          matched={setMatched}
        />
      ) : (
        <Receipts isUnexplained />
      )}
    </Stack>
  )
}
