/// <reference types="vite/client" />

interface Window {
  /** Read by the toast library for its style element. */
  __nonce__?: string
}

/** A catalogue of texts, compiled by the build. */
declare module '*.po' {
  import type { Messages } from '@lingui/core'
  export const messages: Messages
}
