import { lazy, Suspense, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { toasts } from './toast.ts'

const FIRST_WAIT = 2000
const LONGEST_WAIT = 60_000

/** What there is to say outlasts an outage of the server, which is often what it is about. */
const load = async (wait = FIRST_WAIT): Promise<typeof import('./Toasts.tsx')> => {
  try {
    return await import('./Toasts.tsx')
  } catch {
    await new Promise((done) => setTimeout(done, wait))
    return load(Math.min(2 * wait, LONGEST_WAIT))
  }
}

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
