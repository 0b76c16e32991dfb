/**
 * After a form was sent, the first field that is wrong gets the focus: the first on the screen, whatever order the form’s code
 * knows its fields in, and whether it knows them or its server does. Answers how to stop.
 */
export function leadToFirstWrong(): () => void {
  let sent: HTMLFormElement | null = null
  let frame = 0

  const lead = () => {
    const first = sent?.querySelector<HTMLElement>('[aria-invalid=true]:is(input, select, textarea, [tabindex])')
    if (!first) return
    sent = null
    first.focus()
  }

  /** Its fields are marked a moment after the answer is known. */
  const soon = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(lead)
    })
  }

  // What the server refuses is known later: what is marked then says so.
  const marked = new MutationObserver(soon)

  const send = ({ target }: Event) => {
    if (!(target instanceof HTMLFormElement)) return
    sent = target
    marked.disconnect()
    marked.observe(target, { subtree: true, attributes: true, attributeFilter: ['aria-invalid'] })
    soon()
  }
  // A person who moves on by themselves is led nowhere.
  const moveOn = () => {
    sent = null
    marked.disconnect()
  }

  const own = new AbortController()
  const { signal } = own
  document.addEventListener('submit', send, { capture: true, signal })
  for (const name of ['keydown', 'pointerdown']) document.addEventListener(name, moveOn, { capture: true, signal })
  return () => {
    cancelAnimationFrame(frame)
    marked.disconnect()
    own.abort()
  }
}
