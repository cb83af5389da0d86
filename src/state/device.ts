import type { Device } from '#domain/device.ts'
import { installPromptAtom, readNotifications } from './browser.ts'
import { store } from './store.ts'

export const readDevice = (): Device => ({
  userAgent: navigator.userAgent,
  maxTouchPoints: navigator.maxTouchPoints,
  standalone: matchMedia('(display-mode: standalone)').matches,
})

/** Asks the browser's question: on the user's click only. */
export const askNotifications = async (): Promise<void> => {
  if ('Notification' in globalThis) await Notification.requestPermission()
  readNotifications()
}

export const install = async (): Promise<void> => {
  const offer = store.get(installPromptAtom)
  store.set(installPromptAtom, null)
  await offer?.prompt()
}
