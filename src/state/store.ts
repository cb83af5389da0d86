import { createStore } from 'jotai'

export type Store = ReturnType<typeof createStore>

/** The one store of the page. */
export const store: Store = createStore()
