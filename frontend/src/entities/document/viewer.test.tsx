import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderScreen } from '@/testing/render'
import { serve } from '@/testing/server'
import Viewer from './viewer'

serve()

const show = (text: string) => {
  const content = { data: new Blob([text], { type: 'application/xml' }), error: null, refetch: () => Promise.resolve() }
  renderScreen(<Viewer document={{ name: 'RE-1.xml', contentType: 'application/xml' }} content={content} />)
}

test('an e-invoice is text: nothing in it is a page of ours', async () => {
  show('<html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>')
  expect(screen.getByText('This is an e-invoice: data for programs. Download it to look at it.')).toBeVisible()
  expect(await screen.findByText(/<script>alert\(1\)<\/script>/)).toBeVisible()
  expect(document.querySelector('script')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Open in new tab' })).toBeNull()
  expect(screen.queryByText('Only its beginning is shown.')).toBeNull()
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await userEvent.click(screen.getByRole('button', { name: 'Download' }))
  expect(save).toHaveBeenCalledOnce()
})

test('of a large one the beginning is shown', async () => {
  show(`<Invoice>${'x'.repeat(300_000)}</Invoice>`)
  expect(await screen.findByText('Only its beginning is shown.')).toBeVisible()
  expect((await screen.findByText(/^<Invoice>x+$/)).textContent).toHaveLength(200_000)
})
