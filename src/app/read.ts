import type { Atom } from 'jotai'
import type { Load } from '#state/queries.ts'
import { store } from '#state/store.ts'

/** Whether the list is there, once that is known. */
export const isRead = (load: Atom<Load>): Promise<boolean> =>
  new Promise((done) => {
    const look = () => {
      const { phase } = store.get(load)
      if (phase === 'loading') return
      stop()
      done(phase === 'ready')
    }
    const stop = store.sub(load, look)
    look()
  })
