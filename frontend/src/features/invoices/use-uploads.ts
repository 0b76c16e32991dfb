import { t } from '@lingui/core/macro'
import { useRef, useState } from 'react'
import { isCancelled } from '@/api/errors'
import { isLost, useAgainWhenBack } from '@/api/reconnect'
import { useAttachDocument } from '@/entities/receivable/api'
import { useAskBeforeLeaving } from '@/lib/leaving'

interface Upload {
  /** Also the key it is sent under: the same at each attempt. */
  key: string
  file: File
  /** 0 to 1 */
  share: number
  error: unknown
}

/** The files on their way to an invoice, one after the other; what failed stays until it is tried again or put away. */
export function useUploads(id: string) {
  const attach = useAttachDocument()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const underWay = useRef(new Set<string>())
  const line = useRef<Promise<void>>(Promise.resolve())
  const set = (key: string, change: Partial<Upload>) => {
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)))
  }
  const putAway = (key: string) => {
    setUploads((all) => all.filter((one) => one.key !== key))
  }
  const send = (key: string, file: File) => {
    // A second click finds it on its way.
    if (underWay.current.has(key)) return
    underWay.current.add(key)
    set(key, { error: null, share: 0 })
    const one = async () => {
      try {
        await attach.mutateAsync({ id, file, key, onProgress: (share) => { set(key, { share }) } })
        putAway(key)
      } catch (error) {
        if (isCancelled(error)) putAway(key)
        else set(key, { error })
      } finally {
        underWay.current.delete(key)
      }
    }
    line.current = line.current.then(one)
  }
  const add = (files: readonly File[]) => {
    const added = files.map((file) => ({ key: crypto.randomUUID(), file, share: 0, error: null }))
    setUploads((all) => [...all, ...added])
    for (const { key, file } of added) send(key, file)
  }
  const lost = uploads.filter(({ error }) => isLost(error))
  useAgainWhenBack(lost[0]?.error, () => {
    for (const { key, file } of lost) send(key, file)
  })
  useAskBeforeLeaving(uploads.length > 0, t`Files that aren’t uploaded yet`)
  return { uploads, add, again: send, putAway }
}
