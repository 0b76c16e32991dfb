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
import { followColorScheme } from './ui/color-scheme'

const container = document.getElementById('root')
if (!container) throw new Error('The page has no #root')
const root = createRoot(container)

async function start() {
  followColorScheme()
  try {
    configureApi((await loadConfig()).apiOrigin)
  } catch {
    root.render(<StartFailure />)
    return
  }
  root.render(
    <StrictMode>
      <Providers>
        <Router />
      </Providers>
    </StrictMode>,
  )
}

void start()
