import { atom, useAtomValue } from 'jotai'
import { store } from './store.ts'

const networkAtom = atom(globalThis.navigator?.onLine ?? true)

export const onlineAtom = atom((get) => get(networkAtom))

export const useOnline = (): boolean => useAtomValue(onlineAtom)

/** Keeps the atom true to the browser. */
export const watchOnline = (target: Window): void => {
  const update = () => store.set(networkAtom, target.navigator.onLine)
  target.addEventListener('online', update)
  target.addEventListener('offline', update)
  update()
}
