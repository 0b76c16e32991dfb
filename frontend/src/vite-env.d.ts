/// <reference types="vite/client" />

interface Window {
  /** Read by the toast library for its style element. */
  __nonce__?: string
}

/** A part of a catalogue of texts, compiled by the build. */
declare module '*.po?first' {
  import type { Messages } from '@lingui/core'
  export const messages: Messages
}
declare module '*.po?company' {
  import type { Messages } from '@lingui/core'
  export const messages: Messages
}
declare module '*.po?review' {
  import type { Messages } from '@lingui/core'
  export const messages: Messages
}
declare module '*.po?outside' {
  import type { Messages } from '@lingui/core'
  export const messages: Messages
}
