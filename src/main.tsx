import '#ui/theme.css'
import 'virtual:uno.css'
import { createRoot } from 'react-dom/client'
import { App } from '#app/App.tsx'
import { bind } from '#app/bind.ts'
import { bindTheme } from '#app/look.ts'
import { rememberMarketing } from '#app/marketing.ts'
import { persister } from '#state/persistence.ts'

const start = async (root: HTMLElement) => {
  rememberMarketing(document)
  await persister.restore()
  bindTheme(document)
  bind()
  createRoot(root).render(<App />)
}

const root = document.getElementById('root')
if (root) void start(root)
