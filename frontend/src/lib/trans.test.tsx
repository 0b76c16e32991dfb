import { Trans } from '@lingui/react/macro'
import { expect, test } from 'vitest'
import { renderScreen } from '@/testing/render'
import { loadTexts } from './i18n'

test.each(['<b>Ada</b>', '<0>Ada</0>', '<0/>', 'a < b > c', '{name}', '</b>'])('a name is text in a sentence with elements too: %s', async (name) => {
  await loadTexts('en')
  const { container } = renderScreen(<p><Trans>Hello <em>dear</em> {name}, how are you?</Trans></p>)
  expect(container.querySelector('p')).toHaveTextContent(`Hello dear ${name}, how are you?`)
  expect(container.querySelector('b')).toBeNull()
})
