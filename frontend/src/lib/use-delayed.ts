import { useEffect, useState } from 'react'

/** What a value came to rest at: typing asks nothing until it pauses. */
export function useDelayed<T>(value: T, delayMs: number): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => {
      setRested(() => value)
    }, delayMs)
    return () => {
      clearTimeout(timer)
    }
  }, [value, delayMs])
  return rested
}
