import { atom } from 'jotai'
import { CONTRACT_VERSION, OLDEST_KNOWN } from '#contract/version.ts'
import { store } from './store.ts'

export interface ServerVersion {
  version: number
  /** The oldest page that it answers. */
  oldest: number
}

/** What the server said of itself last; null before its first answer. */
export const serverVersionAtom = atom<ServerVersion | null>(null)

/** Which side is too old for the other one; null while both understand each other. */
export const outdatedAtom = atom((get): 'page' | 'server' | null => {
  const server = get(serverVersionAtom)
  if (!server) return null
  if (CONTRACT_VERSION < server.oldest) return 'page'
  return server.version < OLDEST_KNOWN ? 'server' : null
})

export const hearVersion = (said: ServerVersion): void => store.set(serverVersionAtom, said)
