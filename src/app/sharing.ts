import { FORMAT_KEY, LANGUAGE_KEY } from '#contract/kept.ts'
import { findPersisted } from '#state/registry.ts'
import { store } from '#state/store.ts'

const SHARED = ['theme', LANGUAGE_KEY, FORMAT_KEY, 'hide-amounts']

/** Other tabs of a signed-in browser wear the same theme, speak the same language and cover amounts alike. */
export const shareLook = (): void => {
  if (!('BroadcastChannel' in globalThis)) return
  for (const key of SHARED) {
    const entry = findPersisted(key)
    if (!entry) continue
    const channel = new BroadcastChannel(`countersign-${key}`)
    let heard: unknown
    channel.addEventListener('message', ({ data }) => {
      const read = entry.parse(data)
      if (!read.success) return
      heard = read.data
      store.set(entry.atom, heard)
    })
    store.sub(entry.atom, () => {
      const value = store.get(entry.atom)
      if (value !== heard) channel.postMessage(value)
      heard = undefined
    })
  }
}
