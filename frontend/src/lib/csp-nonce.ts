/** The nonce of this page's content security policy: only styles that carry it apply. */
export function cspNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content || undefined
}

// The toast library writes styles as soon as it is loaded: this module comes before it.
window.__nonce__ = cspNonce()
