import { lazy, Suspense, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { loadToasts, toasts } from './toast.ts'

const Toasts = lazy(async () => ({ default: (await loadToasts()).Toasts }))

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
