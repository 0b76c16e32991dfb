/**
 * After a form was sent, the first field that is wrong gets the focus: the first on the screen, whatever order the form’s code
 * knows its fields in, and whether it knows them or its server does.
 */

let sent: HTMLFormElement | null = null

/** Its fields are marked a moment after the answer is known. */
function soon(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(act))
}

function lead(form: HTMLFormElement): void {
  if (sent !== form) return
  // eslint-disable-next-line lingui/no-unlocalized-strings
  const [first] = form.querySelectorAll<HTMLElement>('[aria-invalid=true]:is(input, select, textarea, [tabindex])')
  if (!first) return
  sent = null
  first.focus()
}

document.addEventListener(
  'submit',
  ({ target }) => {
    if (!(target instanceof HTMLFormElement)) return
    sent = target
    soon(() => {
      lead(target)
    })
  },
  true,
)
// What the server refuses is known later: the form’s code goes to a field then.
document.addEventListener('focusin', ({ target }) => {
  const form = sent
  if (!form || !(target instanceof HTMLElement) || target.matches('button') || !form.contains(target)) return
  soon(() => {
    if (document.activeElement === target) lead(form)
  })
})
// A person who moves on by themselves is led nowhere.
for (const name of ['keydown', 'pointerdown']) {
  document.addEventListener(
    name,
    () => {
      sent = null
    },
    true,
  )
}

export {}
