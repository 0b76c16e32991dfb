// First: what follows writes styles as it loads.
import './lib/csp-nonce'
import '@fontsource/montserrat/500.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Providers } from './app/providers'
import { Router } from './app/router'
import { StartFailure } from './app/start-failure'
import { configureApi } from './api/client'
import { loadConfig } from './lib/config'
import { i18n, loadTexts } from './lib/i18n'
import { followColorScheme } from './ui/color-scheme'

const container = document.getElementById('root')
if (!container) throw new Error('The page has no #root')
const root = createRoot(container)

async function start() {
  followColorScheme()
  // Where the texts of another language do not come, English is there.
  const texts = loadTexts().catch(() => loadTexts('en'))
  try {
    configureApi((await loadConfig()).apiOrigin)
  } catch {
    await texts
    root.render(<StartFailure />)
    return
  }
  await texts
  const render = () => {
    root.render(
      <StrictMode>
        <Providers>
          <Router />
        </Providers>
      </StrictMode>,
    )
  }
  render()
  // From the root, because dates and amounts are written in the new language too.
  i18n.on('change', render)
}

void start()
