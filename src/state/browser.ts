import { atom } from 'jotai'
import { store } from './store.ts'

/** The browser's offer to install the page; not yet part of the DOM's types. */
export interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

const readPermission = () => ('Notification' in globalThis ? Notification.permission : 'unsupported')

export const notificationsAtom = atom<NotificationPermission | 'unsupported'>(readPermission())
export const installPromptAtom = atom<InstallPrompt | null>(null)
/** Whether 'Install' can be offered. */
export const installAtom = atom((get) => get(installPromptAtom) !== null)
/** Puts the waiting version to work; null while there is none. */
export const takeUpdateAtom = atom<{ run: () => void } | null>(null)
/** Something typed lies over the page, and a part of it is of a version that is gone. */
export const staleAtom = atom(false)
/** Whether a new version waits. */
export const updateAtom = atom((get) => get(takeUpdateAtom) !== null)

/** The user may have changed it in the browser's settings. */
export const readNotifications = (): void => store.set(notificationsAtom, readPermission())

export const reloadForUpdate = (): void => store.get(takeUpdateAtom)?.run()
