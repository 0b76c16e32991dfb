/**
 * After a form was sent, the first field that is wrong gets the focus: the first on the screen, whatever order the form’s code
 * knows its fields in, and whether it knows them or its server does. Answers how to stop.
 */
export function leadToFirstWrong(): () => void {
  let sent: HTMLFormElement | null = null
  let frame = 0

  /** Its fields are marked a moment after the answer is known. */
  const soon = (act: () => void) => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(act)
    })
  }

  const lead = (form: HTMLFormElement) => {
    if (sent !== form) return
    // eslint-disable-next-line lingui/no-unlocalized-strings
    const [first] = form.querySelectorAll<HTMLElement>('[aria-invalid=true]:is(input, select, textarea, [tabindex])')
    if (!first) return
    sent = null
    first.focus()
  }

  // Where the form’s code goes to the field that has the focus already, nothing gets it anew: what is marked says it is known.
  const marked = new MutationObserver(() => {
    const form = sent
    if (form) soon(() => { lead(form) })
  })

  const send = ({ target }: Event) => {
    if (!(target instanceof HTMLFormElement)) return
    sent = target
    marked.disconnect()
    marked.observe(target, { subtree: true, attributes: true, attributeFilter: ['aria-invalid'] })
    soon(() => {
      lead(target)
    })
  }
  // What the server refuses is known later: the form’s code goes to a field then.
  const focus = ({ target }: Event) => {
    const form = sent
    if (!form || !(target instanceof HTMLElement) || target.matches('button') || !form.contains(target)) return
    soon(() => {
      if (document.activeElement === target) lead(form)
    })
  }
  // A person who moves on by themselves is led nowhere.
  const moveOn = () => {
    sent = null
    marked.disconnect()
  }

  document.addEventListener('submit', send, true)
  document.addEventListener('focusin', focus)
  const OWN = ['keydown', 'pointerdown'] as const
  for (const name of OWN) document.addEventListener(name, moveOn, true)
  return () => {
    cancelAnimationFrame(frame)
    marked.disconnect()
    document.removeEventListener('submit', send, true)
    document.removeEventListener('focusin', focus)
    for (const name of OWN) document.removeEventListener(name, moveOn, true)
  }
}
