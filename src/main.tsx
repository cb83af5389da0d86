import '#ui/theme.css'
import 'virtual:first.css'
import { createRoot } from 'react-dom/client'
import { App } from '#app/App.tsx'
import { bind } from '#app/bind.ts'
import { loadFirst } from '#app/first.ts'
import { bindLanguage } from '#app/language.ts'
import { bindTheme } from '#app/look.ts'
import { rememberMarketing } from '#app/marketing.ts'
import { authAtom } from '#state/auth.ts'
import { holdUntilDrawn } from '#state/drawn.ts'
import { heldBy } from '#state/holder.ts'
import { holder, persister } from '#state/persistence.ts'
import { setReporter } from '#state/reporter.ts'
import { session } from '#state/session.ts'
import { store } from '#state/store.ts'

const start = async (root: HTMLElement) => {
  rememberMarketing(document)
  // A newer version may have taken its place: whoever uses the page is not asked for that.
  const report = (error: unknown) => import('#app/faults.ts').then(({ tell }) => tell(error))
  setReporter({ error: (error) => void report(error).catch(() => undefined) })
  const restored = persister.restore()
  // Its code comes while the database is read: whether somebody is signed in is known already.
  void loadFirst(location, { ...store.get(authAtom), logged: heldBy(holder) !== undefined })
  const drawn = (await restored) === 'restored' && persister.owner !== null ? holdUntilDrawn() : undefined
  session.resume()
  bindTheme(document)
  bind()
  await Promise.all([bindLanguage(document), loadFirst(location, store.get(authAtom))])
  createRoot(root).render(<App onDrawn={drawn} />)
}

const root = document.getElementById('root')
if (root) void start(root)
