/// <reference types="vite/client" />

interface Window {
  /** Read by the toast library for its style element. */
  __nonce__?: string
}
