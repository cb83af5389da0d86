import { atom } from 'jotai'
import { CONFIG } from '#contract/endpoints/first.ts'
import { api } from './api.ts'
import { store } from './store.ts'

/** Address of the sandbox page; null on a real installation, undefined while nobody knows. */
export const sandboxAtom = atom<string | null>()

/** Somebody has done something here: what the first paint does without may come. */
export const actedAtom = atom(false)

/** Whether the sandbox's tools are at hand. */
export const dockAtom = atom((get) => get(actedAtom) && Boolean(get(sandboxAtom)))

let asking = false

/** Before anyone signs in. The answer holds for the visit. */
export const askForSandbox = async (): Promise<void> => {
  if (asking || store.get(sandboxAtom) !== undefined) return
  asking = true
  try {
    const { sandbox } = Object(await api.raw(CONFIG)) as { sandbox?: unknown }
    store.set(sandboxAtom, typeof sandbox === 'string' ? sandbox : null)
  } catch {
    // The next screen asks again.
  } finally {
    asking = false
  }
}
