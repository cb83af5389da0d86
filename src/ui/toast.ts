import type { ToastAction, ToastKind } from './Toasts.tsx'

export type { ToastAction } from './Toasts.tsx'

/** Milliseconds. */
const WAIT = 5000

/** What there is to say outlasts an outage of the server, which is often what it is about. */
export const loadToasts = (): Promise<typeof import('./Toasts.tsx')> =>
  import('./Toasts.tsx').catch(() => new Promise((done) => setTimeout(done, WAIT)).then(loadToasts))

let wanted = false
const listeners = new Set<() => void>()

/** Shows one line for three seconds, and the same line only once at a time. The library loads on first use. */
export const toast = {
  success: (message: string, action?: ToastAction) => show('success', message, action),
  error: (message: string, action?: ToastAction) => show('error', message, action),
  info: (message: string, action?: ToastAction) => show('info', message, action),
}

async function show(kind: ToastKind, message: string, action?: ToastAction): Promise<void> {
  wanted = true
  for (const listener of listeners) listener()
  const { push } = await loadToasts()
  push(kind, message, action)
}

/** For the Toaster: whether anything was ever shown. */
export const toasts = {
  wanted: () => wanted,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
