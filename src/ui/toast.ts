export type ToastKind = 'success' | 'error' | 'info'

let wanted = false
const listeners = new Set<() => void>()

/** Shows one line for three seconds, and the same line only once at a time. The library loads on first use. */
export const toast = {
  success: (message: string) => show('success', message),
  error: (message: string) => show('error', message),
  info: (message: string) => show('info', message),
}

async function show(kind: ToastKind, message: string): Promise<void> {
  wanted = true
  for (const listener of listeners) listener()
  const { push } = await import('./Toasts.tsx')
  push(kind, message)
}

/** For the Toaster: whether anything was ever shown. */
export const toasts = {
  wanted: () => wanted,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
