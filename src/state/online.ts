import { atom, useAtomValue } from 'jotai'
import { store } from './store.ts'

/** So long (milliseconds) the live connection may be away before it is said: it mostly comes back at once. */
const GRACE = 4000

const networkAtom = atom(globalThis.navigator?.onLine ?? true)
const downAtom = atom(false)

/** Whether the server can be asked: `offline` is the browser's word, `down` that the live connection is lost. */
export const connectionAtom = atom((get): 'up' | 'offline' | 'down' => {
  if (!get(networkAtom)) return 'offline'
  return get(downAtom) ? 'down' : 'up'
})

export const onlineAtom = atom((get) => get(connectionAtom) === 'up')

export const useOnline = (): boolean => useAtomValue(onlineAtom)

/** Keeps the atom true to the browser. */
export const watchOnline = (target: Window): void => {
  const update = () => store.set(networkAtom, target.navigator.onLine)
  target.addEventListener('online', update)
  target.addEventListener('offline', update)
  update()
}

let waiting: ReturnType<typeof setTimeout> | undefined

/** Since when (milliseconds) every event has been heard; undefined while some may be missed. */
let heard: number | undefined
export const heardSince = (): number | undefined => heard

/** The network is gone, though nobody has closed the live connection yet. */
export const stopHearing = (): void => {
  heard = undefined
}

/** How the live connection stands: up, lost, open to a server that does not answer, or not wanted. */
export const setLive = (state: 'up' | 'lost' | 'silent' | 'closed'): void => {
  heard = state === 'up' ? Date.now() : undefined
  if (state === 'lost') {
    waiting ??= setTimeout(() => store.set(downAtom, true), GRACE)
    return
  }
  clearTimeout(waiting)
  waiting = undefined
  store.set(downAtom, state === 'silent')
}
