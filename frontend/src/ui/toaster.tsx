import { useLayoutEffect } from 'react'
import toast, { Toaster, useToasterStore } from 'react-hot-toast'

/** The customer's limits. */
const MOST = 3
const HIDE_AFTER_MS = 5000

/** The notifications: at most three, bottom left, for five seconds. */
export function Toasts() {
  const { toasts } = useToasterStore()
  useLayoutEffect(() => {
    // The newest come first. Dismissing would leave the surplus visible for a second.
    toasts.filter(({ visible }) => visible).slice(MOST).forEach(({ id }) => {
      toast.remove(id)
    })
  }, [toasts])
  return (
    <Toaster
      position="bottom-left"
      // Above what stands at the foot of a phone.
      containerStyle={{ bottom: 'var(--bottom-edge)' }}
      toastOptions={{
        duration: HIDE_AFTER_MS,
        style: {
          background: 'var(--chakra-colors-primary-solid)',
          color: 'var(--chakra-colors-primary-contrast)',
          borderRadius: '12px',
          maxWidth: 'min(24rem, calc(100vw - 2rem))',
          overflowWrap: 'anywhere',
        },
      }}
    />
  )
}

export { toast }
