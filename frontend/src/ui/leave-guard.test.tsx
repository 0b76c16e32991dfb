import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { useAskBeforeLeaving } from '@/lib/leaving'
import { Link, Redirect, Route, Switch, useNavigate } from '@/lib/navigation'
import { renderScreen } from '@/testing/render'
import { SmallForm, type Typed } from './small-form'

const KEPT: readonly [Typed | null, (typed: Typed) => void] = [null, () => undefined]

function Form({ isKept = false }: { isKept?: boolean }) {
  return <SmallForm label="Reject document" fields={[{ name: 'note', kind: 'text', label: 'Why' }]} currency="EUR" send={() => undefined} isBusy={false} busyText="Sending" action="Send" {...(isKept ? { kept: KEPT } : {})} />
}

/** A form at one address among others, and all that leads away from it. */
function open({ isKept = false }: { isKept?: boolean } = {}) {
  function Keys() {
    const navigate = useNavigate()
    return (
      <>
        <button onClick={() => { navigate('/keys') }}>As a key does</button>
        <button onClick={() => { navigate('/sent', { replace: true }) }}>As after sending</button>
      </>
    )
  }
  function Ended() {
    const [isOver, setOver] = useState(false)
    return isOver ? <Redirect to="/sign-in" replace /> : <><Form isKept={isKept} /><button onClick={() => { setOver(true) }}>Session ends</button></>
  }
  return renderScreen(
    <>
      <main tabIndex={-1}>
        <Switch>
          <Route path="/form"><Ended /></Route>
          <Route path="/:elsewhere">{({ elsewhere }) => <p>at {elsewhere}</p>}</Route>
        </Switch>
      </main>
      <Link href="/link">Another screen</Link>
      <Link href="/form?sort=due">Another order</Link>
      <Keys />
    </>,
    '/form',
  )
}

const type = async () => { await userEvent.type(screen.getByLabelText('Why'), 'The stamp is missing') }
const question = () => screen.findByRole('alertdialog', { name: 'Leave without saving?' })

test.each([['Another screen', 'at link'], ['As a key does', 'at keys']])('%s: whoever typed something is asked, and nothing is lost by staying', async (name, there) => {
  open()
  await type()
  const way = screen.getByText(name)
  await userEvent.click(way)
  expect(await question()).toHaveTextContent('If you leave, you lose:Reject document')
  await waitFor(() => { expect(screen.getByRole('button', { name: 'Stay' })).toHaveFocus() })
  await userEvent.click(screen.getByRole('button', { name: 'Stay' }))
  await waitFor(() => { expect(screen.queryByRole('alertdialog')).toBeNull() })
  expect(screen.getByLabelText('Why')).toHaveValue('The stamp is missing')
  await waitFor(() => { expect(way).toHaveFocus() })
  await userEvent.click(way)
  await question()
  await userEvent.click(screen.getByRole('button', { name: 'Leave' }))
  expect(await screen.findByText(there)).toBeVisible()
})

test.each<[string, boolean, string, string]>([
  ['nothing was typed', false, 'Another screen', 'at link'],
  ['a draft is kept', true, 'Another screen', 'at link'],
])('where %s nobody is asked', async (_, isKept, name, there) => {
  open({ isKept })
  if (isKept) await type()
  await userEvent.click(screen.getByText(name))
  expect(await screen.findByText(there)).toBeVisible()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test.each([['As after sending', 'at sent'], ['Session ends', 'at sign-in']])('what the client does by itself is asked nothing: %s', async (name, there) => {
  open()
  await type()
  await userEvent.click(screen.getByText(name))
  expect(await screen.findByText(there)).toBeVisible()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('another order of the same screen is no leaving', async () => {
  open()
  await type()
  await userEvent.click(screen.getByText('Another order'))
  expect(screen.getByLabelText('Why')).toHaveValue('The stamp is missing')
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('going back asks too, stays where one was, and goes back once somebody agreed', async () => {
  function Typed() {
    useAskBeforeLeaving(true, 'A letter')
    return <p>typed</p>
  }
  const heard = vi.fn()
  history.replaceState(null, '', '/form')
  const { unmount } = renderScreen(<Typed />)
  window.addEventListener('popstate', heard)
  const back = vi.spyOn(history, 'back').mockImplementation(() => undefined)
  /** What the browser has done when it says so. */
  const goneTo = (path: string) => {
    act(() => {
      ;(window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(new URL(path, location.href).href)
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
  }
  goneTo('/list')
  expect(await question()).toHaveTextContent('A letter')
  expect([location.pathname, heard.mock.calls.length]).toEqual(['/form', 0])
  await userEvent.click(screen.getByRole('button', { name: 'Stay' }))
  expect(back).not.toHaveBeenCalled()
  goneTo('/list')
  await question()
  await userEvent.click(screen.getByRole('button', { name: 'Leave' }))
  expect(back).toHaveBeenCalledOnce()
  goneTo('/list')
  expect([location.pathname, heard.mock.calls.length]).toEqual(['/list', 1])
  unmount()
  window.removeEventListener('popstate', heard)
  history.replaceState(null, '', '/')
})

const sources = import.meta.glob<string>('../**/*.tsx', { query: '?raw', import: 'default', eager: true })

/** Where nothing but what is known by heart is typed, or what is typed is kept by whoever shows it. */
const NOTHING_TO_LOSE: Record<string, string> = {
  '../features/auth/sign-in.tsx': 'a password',
  '../features/auth/forgot-password.tsx': 'an address that is signed in with',
  '../features/auth/reset-password.tsx': 'a password',
  '../features/auth/interruption.tsx': 'a password, over the screen',
  '../features/auth/step-up.tsx': 'a password, over the screen',
  '../features/auth/code-step.tsx': 'a code that runs out',
  '../features/review/decision-forms.tsx': 'its dialog asks',
}

test('each form keeps what is typed as a draft, or asks before it is left', () => {
  const isForm = (source: string) => /\buseForm[(<]|<TextArea\b/.test(source)
  const forms = Object.entries(sources).filter(([path, source]) => !/\.(test|design)\.tsx$/.test(path) && isForm(source))
  expect(forms.length).toBeGreaterThan(15)
  const open = forms.filter(([, source]) => !/useAskBeforeLeaving\(|\bkeep\b/.test(source)).map(([path]) => path)
  expect(open).toEqual(Object.keys(NOTHING_TO_LOSE).sort())
})
