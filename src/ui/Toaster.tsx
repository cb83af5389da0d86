import { lazy, Suspense, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { toasts } from './toast.ts'

/** Milliseconds. */
const WAIT = 5000

/** What there is to say outlasts an outage of the server, which is often what it is about. */
const load = (): Promise<typeof import('./Toasts.tsx')> =>
  import('./Toasts.tsx').catch(() => new Promise((done) => setTimeout(done, WAIT)).then(load))

const Toasts = lazy(async () => ({ default: (await load()).Toasts }))

/** Once in the page. In <body>, so that an open dialog neither mutes toasts nor takes a press on one for a press outside. */
export function Toaster() {
  const wanted = useSyncExternalStore(toasts.subscribe, toasts.wanted)
  if (!wanted) return null
  return createPortal(
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>,
    document.body,
  )
}
