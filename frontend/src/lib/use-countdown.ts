import { useEffect, useState } from 'react'

/** Whole seconds that run down to nothing, and how to set them. */
export function useCountdown(start: () => number) {
  const [left, setLeft] = useState(() => Math.max(0, start()))
  useEffect(() => {
    if (left === 0) return undefined
    const timer = setTimeout(() => {
      setLeft(left - 1)
    }, 1000)
    return () => {
      clearTimeout(timer)
    }
  }, [left])
  return [left, setLeft] as const
}
